import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { categoryNames, kinds } from '#contract/notifications/kinds.ts'
import type { NoiseRow } from '#contract/notifications/rules.ts'
import { api } from '../../../api.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { count } from '../../../ui/values.tsx'

const few = 5
/** What the figures suggest, if they are enough to say something. */
export function adviceOf(row: NoiseRow): string {
  const { notifications, acted_on, median_minutes, dismissed } = row
  if (notifications < few || kinds[row.kind].point) return ''
  if (median_minutes !== null && median_minutes < 10)
    return 'Most resolve within 10 minutes. Put them in the summary'
  if (acted_on === 0) return 'No one acted on these. Change the rule or silence them'
  return dismissed > notifications / 2 ? 'Most are dismissed without a reason' : ''
}
const shareText = ({ acted_on, notifications }: NoiseRow) =>
  `${count(acted_on)} (${Math.round((acted_on / notifications) * 100)} %)`.replace(' %', '%')

const columns: readonly Column<NoiseRow>[] = [
  { key: 'kind', header: 'Kind', leaves: 0, cell: ({ kind }) => <b>{kinds[kind].name}</b> },
  { key: 'category', header: 'Category', leaves: 4, cell: ({ kind }) => categoryNames[kinds[kind].category] },
  {
    key: 'notifications',
    header: 'Notifications',
    leaves: 0,
    numeric: true,
    sortValue: (row) => row.notifications,
    cell: (row) => count(row.notifications),
  },
  {
    key: 'sent',
    header: 'Sent',
    leaves: 1,
    numeric: true,
    sortValue: (row) => row.sent,
    cell: (row) => count(row.sent),
  },
  {
    key: 'acted',
    header: 'Acted on',
    leaves: 0,
    numeric: true,
    sortValue: (row) => row.acted_on,
    cell: shareText,
  },
  {
    key: 'dismissed',
    header: 'Dismissed without a reason',
    leaves: 3,
    numeric: true,
    cell: (row) => count(row.dismissed),
  },
  { key: 'unseen', header: 'Resolved unsent', leaves: 3, numeric: true, cell: (row) => count(row.unseen) },
  {
    key: 'median',
    header: 'Usually lasts',
    leaves: 2,
    numeric: true,
    sortValue: (row) => row.median_minutes,
    cell: ({ median_minutes: minutes }) =>
      minutes === null ? '—' : minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`,
  },
  { key: 'advice', header: 'Suggestion', leaves: 1, wrap: true, cell: adviceOf },
]

/** Which kinds people act on, and which only take their attention. */
export function NoiseList() {
  const { data, error, isFetching, refetch } = useQuery(api.listNoise.query())
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" maw={720}>
        Notifications of the last 30 days by kind. “Acted on” means assigned, linked to a ticket or dismissed
        with a reason. Open notifications count after a day.
      </Text>
      <DataTable
        label="Notifications by kind"
        columns={columns}
        rows={data?.kinds}
        id={(row) => row.kind}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="No notifications in the last 30 days."
      />
    </Stack>
  )
}
