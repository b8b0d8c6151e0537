import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NoticeTurn } from '#contract/notifications/rules.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { zonedTime } from '../../../ui/time.ts'
import { Moment } from '../../../ui/values.tsx'

const stepNames = { 1: 'First', 2: 'Second, after 15 minutes' } as const

const columns = (remove: ((turn: NoticeTurn) => void) | undefined): readonly Column<NoticeTurn>[] => [
  { key: 'name', header: 'Person', leaves: 0, cell: (turn) => <b>{turn.name}</b> },
  { key: 'step', header: 'Called', leaves: 0, cell: ({ step }) => stepNames[step === 1 ? 1 : 2] },
  { key: 'from', header: 'From', leaves: 0, moment: (turn) => turn.from_tm },
  { key: 'until', header: 'Until', leaves: 0, moment: (turn) => turn.until_tm },
  {
    key: 'acts',
    header: 'Actions',
    leaves: 0,
    cell: (turn) =>
      remove && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Remove ${turn.name}’s turn`}
          onClick={() => remove(turn)}
        >
          Remove…
        </Button>
      ),
  },
]

/** Who hears urgent problems at any hour. */
export function TurnList() {
  const { data, error, isFetching, refetch } = useQuery(api.listNoticeTurns.query())
  const { data: rules } = useQuery(api.listNoticeRules.query())
  const [open, setOpen] = useState<'add' | NoticeTurn>()
  const close = () => setOpen(undefined)
  const mayChange = rules?.may_change_team === true
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" maw={720}>
        Urgent problems go to the first person on call at any hour. If no one is assigned after 15 minutes,
        the second person is emailed, after 45 minutes all admins, then every 30 minutes.
      </Text>
      {data?.gap_from && (
        <Alert color="yellow" title="No one is on call">
          From {zonedTime(data.gap_from)}, urgent problems go to all admins.
        </Alert>
      )}
      {mayChange && (
        <Group>
          <Button variant="default" onClick={() => setOpen('add')}>
            Add turn…
          </Button>
        </Group>
      )}
      <DataTable
        label="On call"
        columns={columns(mayChange ? setOpen : undefined)}
        rows={data?.turns}
        id={(turn) => turn.notice_turn_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="No one is on call. Urgent problems go to all admins."
      />
      {open === 'add' && <AddTurn people={rules?.people ?? []} close={close} />}
      {open !== undefined && open !== 'add' && <RemoveTurn turn={open} close={close} />}
    </Stack>
  )
}

function RemoveTurn({ turn, close }: { turn: NoticeTurn; close: () => void }) {
  return (
    <ActModal
      title={`Remove ${turn.name}’s turn?`}
      act="Remove turn"
      danger
      run={() => api.removeNoticeTurn({ params: { notice_turn_id: turn.notice_turn_id } })}
      doneText="Turn removed"
      close={close}
    >
      <Text size="sm">
        Urgent problems between <Moment tm={turn.from_tm} /> and <Moment tm={turn.until_tm} /> go to all
        admins unless someone else is on call.
      </Text>
    </ActModal>
  )
}

function AddTurn({
  people,
  close,
}: {
  people: readonly { login_id: number; name: string }[]
  close: () => void
}) {
  const form = useForm({
    initialValues: { step: '1', login_id: null as string | null, from: '', until: '' },
    validate: {
      login_id: (id) => (id === null ? 'Choose a person' : null),
      from: (time) => (time === '' ? 'Enter a date and time' : null),
      until: (time, { from }) => {
        if (time === '') return 'Enter a date and time'
        return time <= from ? 'Enter an end after the start' : null
      },
    },
  })
  const { values } = form
  // typed in the browser's own zone
  const instant = (local: string) => new Date(local).toISOString()
  return (
    <ActModal
      title="Add turn"
      act="Add turn"
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={() =>
        api.addNoticeTurn({
          body: {
            step: Number(values.step),
            login_id: Number(values.login_id),
            from_tm: instant(values.from),
            until_tm: instant(values.until),
          },
        })
      }
      doneText="Turn added"
      fields={(errors) => form.setErrors({ ...errors, from: errors['from_tm'], until: errors['until_tm'] })}
    >
      <Select
        label="Person"
        required
        searchable
        data={people.map(({ login_id, name }) => ({ value: String(login_id), label: name }))}
        {...form.getInputProps('login_id')}
      />
      <Select
        label="Called"
        allowDeselect={false}
        data={Object.entries(stepNames).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('step')}
      />
      <Group grow>
        <TextInput type="datetime-local" label="From" required {...form.getInputProps('from')} />
        <TextInput type="datetime-local" label="Until" required {...form.getInputProps('until')} />
      </Group>
    </ActModal>
  )
}
