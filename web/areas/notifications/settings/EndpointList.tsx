import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleOff, IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointForms, type NoticeEndpoint } from '#contract/notifications/endpoints.ts'
import { api } from '../../../api.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Ago, count, Status } from '../../../ui/values.tsx'
import { AddEndpoint, ChangeEndpoint, ChangeSecret, DeleteEndpoint, ShownSecret } from './EndpointActs.tsx'

type Act = 'change' | 'secret' | 'delete' | 'test'

const states = {
  on: { tone: 'good', icon: IconCircleCheck, text: 'On' },
  failing: { tone: 'wait', icon: IconAlertTriangle, text: 'Failing' },
  off: { tone: 'off', icon: IconCircleOff, text: 'Off' },
} as const

const StateMark = ({ endpoint: { state, off_reason } }: { endpoint: NoticeEndpoint }) => (
  <>
    <Status tone={states[state].tone} icon={states[state].icon}>
      {states[state].text}
    </Status>
    {off_reason && <div className="faint">{off_reason}</div>}
  </>
)

const LastAnswer = ({ endpoint: { last } }: { endpoint: NoticeEndpoint }) =>
  last ? (
    <>
      <Ago tm={last.tm} />
      <div className="faint">{last.status === null ? last.text : `Status ${last.status}`}</div>
    </>
  ) : (
    '—'
  )

const columns = (begin?: (endpoint: NoticeEndpoint, act: Act) => void): readonly Column<NoticeEndpoint>[] => [
  {
    key: 'name',
    header: 'Webhook',
    leaves: 0,
    cell: ({ name, host }) => (
      <>
        <b>{name}</b>
        <div className="faint">{host}</div>
      </>
    ),
  },
  { key: 'form', header: 'Format', leaves: 2, cell: ({ form }) => endpointForms[form] },
  { key: 'state', header: 'Status', leaves: 0, cell: (endpoint) => <StateMark endpoint={endpoint} /> },
  { key: 'last', header: 'Last answer', leaves: 1, cell: (endpoint) => <LastAnswer endpoint={endpoint} /> },
  { key: 'rules', header: 'Rules', leaves: 3, numeric: true, cell: ({ rules }) => count(rules) },
  { key: 'waiting', header: 'Waiting', leaves: 2, numeric: true, cell: ({ waiting }) => count(waiting) },
  ...(begin
    ? [
        {
          key: 'acts',
          header: 'Actions',
          leaves: 0,
          cell: (endpoint: NoticeEndpoint) => (
            <Acts endpoint={endpoint} begin={(act) => begin(endpoint, act)} />
          ),
        },
      ]
    : []),
]

const Acts = ({
  endpoint: { name, form, state },
  begin,
}: {
  endpoint: NoticeEndpoint
  begin: (act: Act) => void
}) => (
  <Group gap={4} wrap="nowrap" justify="flex-end">
    <Button
      size="compact-xs"
      variant="default"
      disabled={state === 'off'}
      aria-label={`Send test to ${name}`}
      onClick={() => begin('test')}
    >
      Send test
    </Button>
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-xs" variant="subtle" color="gray" aria-label={`More: ${name}`}>
          <IconDots size={14} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => begin('change')}>Change…</Menu.Item>
        {form === 'standard' && <Menu.Item onClick={() => begin('secret')}>Change signing secret…</Menu.Item>}
        <Menu.Item onClick={() => begin('delete')}>Delete…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  </Group>
)

/** Where notifications go beside email, and every message that was sent. */
export function EndpointList() {
  const { data, error, isFetching, refetch } = useQuery({
    ...api.listNoticeEndpoints.query(),
    refetchInterval: 10_000,
  })
  const { data: rules } = useQuery(api.listNoticeRules.query())
  const [open, setOpen] = useState<{ endpoint: NoticeEndpoint; act: Act } | 'add'>()
  const [secret, setSecret] = useState<string>()
  const test = useAct({
    run: ({ notice_endpoint_id }: NoticeEndpoint) =>
      api.testNoticeEndpoint({ params: { notice_endpoint_id } }),
    doneText: 'Test message sent. See “Messages” for the answer',
  })
  const begin = (endpoint: NoticeEndpoint, act: Act) =>
    act === 'test' ? test.act(endpoint) : setOpen({ endpoint, act })
  const close = () => setOpen(undefined)
  const mayChange = rules?.may_change_team === true
  const chosen = open === 'add' ? undefined : open
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" maw={720}>
        Send notifications to your own URL, Slack or Microsoft Teams. Rules choose which ones.
      </Text>
      {mayChange && (
        <Group>
          <Button variant="default" onClick={() => setOpen('add')}>
            Add webhook…
          </Button>
        </Group>
      )}
      <DataTable
        label="Webhooks"
        columns={columns(mayChange ? begin : undefined)}
        rows={data?.endpoints}
        id={(endpoint) => endpoint.notice_endpoint_id}
        fetching={isFetching && !data}
        error={error}
        retry={() => void refetch()}
        empty="No webhooks."
      />
      {open === 'add' && <AddEndpoint close={close} showSecret={setSecret} />}
      {chosen?.act === 'change' && <ChangeEndpoint endpoint={chosen.endpoint} close={close} />}
      {chosen?.act === 'secret' && (
        <ChangeSecret endpoint={chosen.endpoint} close={close} showSecret={setSecret} />
      )}
      {secret !== undefined && <ShownSecret secret={secret} close={() => setSecret(undefined)} />}
      {chosen?.act === 'delete' && <DeleteEndpoint endpoint={chosen.endpoint} close={close} />}
    </Stack>
  )
}
