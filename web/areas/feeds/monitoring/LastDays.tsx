import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { recordedDays } from '#contract/feeds/feed-days.ts'
import { api } from '../../../api.ts'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'
import { ChartGridLoading } from '../../../ui/report/ChartGrid.tsx'
import { daysAnswer, sinceFirstRun } from './feed-days.ts'

const FeedDays = lazy(() => import('./FeedDays.tsx'))

/** How the feed did on its last days, in a sentence and as pictures. */
export function LastDays({ feedId }: { feedId: number }) {
  const { data, error } = useQuery(api.listFeedDays.query({ params: { feed_id: feedId } }))
  const [count, setCount] = useState(String(recordedDays))
  const days = data?.days.slice(-Number(count))
  return (
    <Panel
      title={`Last ${count} days`}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Days"
          data={[
            { value: '30', label: '30 days' },
            { value: String(recordedDays), label: `${recordedDays} days` },
          ]}
          value={count}
          onChange={setCount}
        />
      }
    >
      {error && <LoadError error={error} />}
      {!error && (
        <>
          <p className="quiet">{days && data ? daysAnswer(days, data.max_age_hours) : 'Loading…'}</p>
          <Suspense fallback={<Loading />}>
            {days && data ? <FeedDays days={sinceFirstRun(days)} limit={data.max_age_hours} /> : <Loading />}
          </Suspense>
        </>
      )}
    </Panel>
  )
}

const Loading = () => <ChartGridLoading names={['runs', 'checks', 'ages']} />
