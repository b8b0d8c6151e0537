import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Result } from '#contract/index.ts'
import { links } from '../../links.ts'
import { LoadError } from '../../ui/page/Page.tsx'
import { Ago } from '../../ui/values.tsx'

const shownOfLog = 20
/** What was last done to a record. */
export function RecentActivity({
  query,
  whole,
}: {
  query: {
    queryKey: readonly unknown[]
    queryFn: (context: { signal: AbortSignal }) => Promise<Result<'searchActivityLog'>>
  }
  /** Where the whole log is. */
  whole: string
}) {
  const { data, error, refetch } = useQuery(query)
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={200} />
  return (
    <Stack gap="sm">
      <ul className="entries">
        {data.logs.slice(0, shownOfLog).map((row) => (
          <li key={row.activity_id}>
            <div className="entry-head">
              <span>
                <b>{row.action_by}</b>{' '}
                <span className="faint">
                  <Ago tm={row.tm} />
                </span>
              </span>
            </div>
            <p>
              {row.entity === 'feed_run' && row.entity_id ? (
                <Link to={links.feedRun(Number(row.entity_id))} className="link">
                  {row.message}
                </Link>
              ) : (
                row.message
              )}
              {row.reason && <span className="quiet"> Reason: {row.reason}</span>}
            </p>
          </li>
        ))}
      </ul>
      {data.logs.length === 0 && (
        <Text size="sm" c="dimmed">
          No activity yet.
        </Text>
      )}
      <Link to={whole} className="link">
        Full activity log
      </Link>
    </Stack>
  )
}
