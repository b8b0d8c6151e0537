import { Button, Select, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleOff, IconClock } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveryStates, droppedReasons, type NoticeDelivery } from '#contract/notifications/endpoints.ts'
import { api } from '../../../api.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { count, Status } from '../../../ui/values.tsx'

const states = {
  waiting: { tone: 'wait', icon: IconClock, text: 'Waiting' },
  sending: { tone: 'run', icon: IconClock, text: 'Sending' },
  sent: { tone: 'good', icon: IconCircleCheck, text: 'Sent' },
  failed: { tone: 'bad', icon: IconAlertTriangle, text: 'Failed' },
  dropped: { tone: 'off', icon: IconCircleOff, text: 'Not sent' },
} as const
const phases = {
  begin: 'New',
  flapping: 'Keeps coming back',
  reminder: 'Reminder',
  end: 'Resolved',
  test: 'Test',
} as const

const StateMark = ({
  delivery: { state, dropped, answer_status: status, answer_text: text, tries },
}: {
  delivery: NoticeDelivery
}) => (
  <>
    <Status tone={states[state].tone} icon={states[state].icon}>
      {states[state].text}
    </Status>
    <div className="faint">
      {[
        dropped && droppedReasons[dropped],
        status !== null && `Status ${status}`,
        state !== 'sent' && text,
        tries > 1 && `${count(tries)} tries`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </div>
  </>
)

const columns = (
  resend: ((delivery: NoticeDelivery) => void) | undefined,
): readonly Column<NoticeDelivery>[] => [
  { key: 'due', header: 'When', leaves: 0, moment: ({ sent_tm, due_tm }) => sent_tm ?? due_tm },
  { key: 'to', header: 'To', leaves: 0, cell: ({ to_name }) => to_name },
  { key: 'phase', header: 'About', leaves: 2, cell: ({ phase }) => phases[phase] },
  { key: 'message', header: 'Notification', leaves: 0, wrap: true, cell: ({ message }) => message },
  { key: 'rule', header: 'Rule', leaves: 3, cell: ({ rule_name }) => rule_name ?? '—' },
  { key: 'state', header: 'Status', leaves: 0, cell: (delivery) => <StateMark delivery={delivery} /> },
  {
    key: 'acts',
    header: 'Actions',
    leaves: 0,
    cell: (delivery) =>
      resend &&
      delivery.answer_ms !== null &&
      delivery.state !== 'waiting' && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Send again: ${delivery.message}`}
          onClick={() => resend(delivery)}
        >
          Send again
        </Button>
      ),
  },
]

/** Every email and webhook call about notifications, newest first, with why one wasn't sent. */
export function DeliveryList() {
  const { data: rules } = useQuery(api.listNoticeRules.query())
  const [state, setState] = useState<(typeof deliveryStates)[number]>()
  const body = { ...(state && { state }) }
  const pages = useInfiniteQuery({
    queryKey: [...api.listNoticeDeliveries.key(), body],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) => api.listNoticeDeliveries({ body: { ...body, since_id: pageParam } }),
    getNextPageParam: (last) => (last.has_more ? last.deliveries.at(-1)?.notice_delivery_id : undefined),
    refetchInterval: 10_000,
  })
  const resend = useAct({
    run: ({ notice_delivery_id }: NoticeDelivery) =>
      api.resendNoticeDelivery({ params: { notice_delivery_id } }),
    doneText: 'Message sent again',
  })
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" maw={720}>
        Every email and webhook call about a notification. Waiting ones show when they’ll be sent.
      </Text>
      <DataTable
        label="Messages"
        bar={
          <Select
            size="xs"
            w={160}
            aria-label="Status"
            placeholder="Any status"
            clearable
            data={deliveryStates.map((value) => ({ value, label: states[value].text }))}
            value={state ?? null}
            onChange={(value) => setState(deliveryStates.find((known) => known === value))}
          />
        }
        columns={columns(rules?.may_change_team ? resend.act : undefined)}
        rows={pages.data?.pages.flatMap((page) => page.deliveries)}
        id={(delivery) => delivery.notice_delivery_id}
        fetching={pages.isFetching && !pages.data}
        error={pages.error}
        retry={() => void pages.refetch()}
        empty="No messages yet."
      />
      {pages.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          w="max-content"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Older messages
        </Button>
      )}
    </Stack>
  )
}
