import { Table, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { daysBetween } from '#contract/billing/days.ts'
import { monthText } from '#contract/formats.ts'
import { addMonths } from '#contract/marketing/periods.ts'
import {
  enteredFields,
  goalFaultOf,
  goalFieldOf,
  goalFields,
  goalOpenDays,
  type GoalField,
  isEnteredRow,
  truthRows,
  type GoalsOfMonth,
  type TruthRow,
} from '#contract/reports/the-truth.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'

type Values = Partial<Record<GoalField, string>> & { reason: string }

const views = ['weekly', 'monthly'] as const

/** Goals and entered numbers of a month. */
export function GoalForm({
  rows,
  year,
  month,
  goals,
  today,
  close,
}: {
  /** Those that the report shows. */
  rows: readonly TruthRow[]
  year: number
  month: number
  goals: GoalsOfMonth
  today: string
  close: () => void
}) {
  const period = `${year}-${String(month).padStart(2, '0')}`
  const ended = `${addMonths(period, 1)}-01`
  const needsReason = ended <= today && daysBetween(ended, today) >= goalOpenDays
  const all = [...new Set([...rows, ...enteredFields])]
  const fields = all.flatMap((row) => [
    ...(isEnteredRow(row) ? [row] : []),
    ...views.flatMap((view) => goalFieldOf(row, view) ?? []),
  ])
  const form = useForm<Values>({
    initialValues: {
      ...Object.fromEntries(fields.map((field) => [field, goals[field]?.text ?? ''])),
      reason: '',
    },
    validate: (values) => ({
      ...Object.fromEntries(
        fields.flatMap((field) => {
          const fault = goalFaultOf(field, (values[field] ?? '').trim())
          return fault ? [[field, fault]] : []
        }),
      ),
      ...(needsReason && values.reason.trim() === '' && { reason: 'Enter a reason' }),
    }),
  })
  const input = (field: GoalField | undefined) =>
    field && <TextInput aria-label={goalFields[field]} {...form.getInputProps(field)} />
  return (
    <ActModal
      title={`Goals of ${monthText(`${period}-01`)}`}
      act="Save"
      size="xl"
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={() => {
        const { reason, ...goal } = form.values
        return api.saveTruthGoal({ body: { year, month, goal, reason } })
      }}
      doneText="Goals saved"
      fields={(faults) =>
        form.setErrors(
          Object.fromEntries(Object.entries(faults).map(([key, text]) => [key.replace(/^goal\./, ''), text])),
        )
      }
    >
      <p className="quiet">A goal such as 120, or &lt;120 if less is better.</p>
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Number</Table.Th>
            <Table.Th scope="col">Entered</Table.Th>
            <Table.Th scope="col">Weekly goal</Table.Th>
            <Table.Th scope="col">Monthly goal</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {all.map((row) => (
            <Table.Tr key={row}>
              <Table.Th scope="row" fw={400}>
                {truthRows[row][0]}
              </Table.Th>
              <Table.Td>{input(isEnteredRow(row) ? row : undefined)}</Table.Td>
              <Table.Td>{input(goalFieldOf(row, 'weekly'))}</Table.Td>
              <Table.Td>{input(goalFieldOf(row, 'monthly'))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {needsReason && <Textarea label="Reason" required {...form.getInputProps('reason')} />}
    </ActModal>
  )
}
