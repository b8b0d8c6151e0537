import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { daysBetween } from '#contract/billing/days.ts'
import { monthText } from '#contract/formats.ts'
import { addMonths } from '#contract/marketing/periods.ts'
import {
  enteredFields,
  goalFaultOf,
  goalFieldNames,
  goalFields,
  goalOpenDays,
  type GoalField,
  type GoalsOfMonth,
} from '#contract/reports/the-truth.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'

type Values = Record<GoalField, string> & { reason: string }
const isEntered = (field: GoalField) => (enteredFields as readonly GoalField[]).includes(field)

/** Goals and entered numbers of a month. */
export function GoalForm({
  year,
  month,
  goals,
  today,
  close,
}: {
  year: number
  month: number
  goals: GoalsOfMonth
  today: string
  close: () => void
}) {
  const period = `${year}-${String(month).padStart(2, '0')}`
  const ended = `${addMonths(period, 1)}-01`
  const needsReason = ended <= today && daysBetween(ended, today) >= goalOpenDays
  const form = useForm<Values>({
    initialValues: {
      ...(Object.fromEntries(goalFieldNames.map((field) => [field, goals[field]?.text ?? ''])) as Record<
        GoalField,
        string
      >),
      reason: '',
    },
    validate: (values) => ({
      ...Object.fromEntries(
        goalFieldNames.flatMap((field) => {
          const fault = goalFaultOf(field, values[field].trim())
          return fault ? [[field, fault]] : []
        }),
      ),
      ...(needsReason && values.reason.trim() === '' && { reason: 'Enter a reason' }),
    }),
  })
  return (
    <ActModal
      title={`Goals of ${monthText(`${period}-01`)}`}
      act="Save"
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
      {goalFieldNames.map((field) => (
        <TextInput
          key={field}
          label={goalFields[field]}
          description={isEntered(field) ? undefined : 'New paying vendors, such as 120 or <120'}
          {...form.getInputProps(field)}
        />
      ))}
      {needsReason && <Textarea label="Reason" required {...form.getInputProps('reason')} />}
    </ActModal>
  )
}
