import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { agoText, secondsSince } from '../../ui/time.ts'
import { count } from '../../ui/values.tsx'
import { notificationColumns } from './notification-columns.tsx'
import { worstFirst } from './notification-values.tsx'
import { useNotificationActs } from './useNotificationActs.tsx'

/** The most that a page shows of its subject. */
const mostShown = 20

/** Active notifications about a supplier or a custom feed, on its page; nothing if there are none. */
export function SubjectNotifications(
  subject: { dropshipper_id: number } | { vendor_custom_feed_id: number },
) {
  const { data } = useQuery({
    ...api.listSystemMessages.query({ body: { ...subject, time_range: null } }),
    refetchInterval: 60_000,
  })
  const { begin, modal } = useNotificationActs()
  if (!data || data.notifications.length === 0) return null
  const open = data.notifications.filter(({ ended_tm }) => ended_tm === null)
  const oldest = open.map(({ began_tm }) => began_tm).toSorted()[0]
  return (
    <Panel title="Notifications">
      <Stack gap="xs">
        {oldest !== undefined && (
          <p className="why">{`${count(open.length)} open, the oldest started ${agoText(secondsSince(oldest))}`}</p>
        )}
        <DataTable
          label="Notifications"
          name="Notifications of a subject"
          columns={notificationColumns(begin)}
          rows={worstFirst(data.notifications).slice(0, mostShown)}
          id={(message) => message.id}
          empty="No notifications."
        />
      </Stack>
      {modal}
    </Panel>
  )
}
