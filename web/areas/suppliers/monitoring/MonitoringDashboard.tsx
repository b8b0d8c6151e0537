import { SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import {
  attentionStandings,
  needsPerson,
  unsteadyStandings,
  type Standing,
} from '#contract/feeds/standing.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { LoadError, Page } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { Ago, count, many } from '../../../ui/values.tsx'
import { FeedHistory, GateReport } from '../../feeds/public.tsx'
import { causeKey } from './causes.ts'
import { MonitoredList } from './MonitoredList.tsx'
import { idOf, type MonitoredFeed } from './standing.tsx'

// loaded on demand: most visits don't open these
const MonitoringSummary = lazy(async () => ({
  default: (await import('./MonitoringSummary.tsx')).MonitoringSummary,
}))
const ReportModal = lazy(async () => ({ default: (await import('./ReportModal.tsx')).ReportModal }))

const url = z.object({
  mode: z.enum(['supplier', 'summary', 'custom', 'gate']).catch('supplier').default('supplier'),
  q: z.string().catch('').default(''),
  status: z.string().max(100).optional().catch(undefined),
  cause: z.string().max(500).optional().catch(undefined),
  hidden: z.stringbool().catch(false).default(false),
  history: z.coerce.number().int().optional().catch(undefined),
  report: z.coerce.number().int().optional().catch(undefined),
})

export default function MonitoringDashboard() {
  const [view, set] = useUrl(url)
  const query = useQuery({ ...api.listMonitoredFeeds.query(), refetchInterval: 30_000 })
  const { data, error, refetch, dataUpdatedAt } = query
  const custom = view.mode === 'custom'
  const all: readonly MonitoredFeed[] | undefined = custom ? data?.custom_feeds : data?.suppliers
  const isOverview = view.mode === 'summary' || view.mode === 'gate'
  const listNoun = custom ? 'custom feed' : 'supplier'
  const noun = isOverview ? 'feed' : listNoun
  const answeredFeeds: readonly MonitoredFeed[] = isOverview
    ? [...(data?.suppliers ?? []), ...(data?.custom_feeds ?? [])]
    : (all ?? [])
  const words = view.q.toLowerCase()
  const matches = (m: MonitoredFeed) =>
    m.supplier.toLowerCase().includes(words) || ('email' in m && m.email.toLowerCase().includes(words))
  const chosenStandings = view.status?.split(',')
  const rows = all?.filter(
    (m) =>
      (view.hidden || !m.hidden_from_report) &&
      (!chosenStandings || chosenStandings.includes(m.standing)) &&
      (view.cause === undefined || causeKey(m) === view.cause) &&
      matches(m),
  )
  const feedOf = (id: number | undefined) => (id === undefined ? undefined : all?.find((m) => idOf(m) === id))
  const historyOf = feedOf(view.history)
  const reportOf = feedOf(view.report)
  const filter = (
    <FilterBox
      label="Filter"
      placeholder="Filter by name"
      value={view.q}
      set={(q) => set({ q }, { replace: true })}
    />
  )
  const modes = (
    <SegmentedControl
      aria-label="Mode"
      value={view.mode}
      onChange={(mode) =>
        set({ mode: mode === 'supplier' ? undefined : mode, history: undefined, report: undefined })
      }
      data={[
        { value: 'supplier', label: 'Suppliers' },
        { value: 'summary', label: 'Summary' },
        { value: 'custom', label: 'Custom feeds' },
        { value: 'gate', label: 'Checks' },
      ]}
    />
  )
  return (
    <Page
      title="Monitoring Dashboard"
      count={rows && (custom || view.mode === 'supplier') ? count(rows.length) : undefined}
      actions={
        <Text size="xs" c="dimmed">
          {dataUpdatedAt ? (
            <>
              Updated <Ago tm={new Date(dataUpdatedAt).toISOString()} />
            </>
          ) : null}
        </Text>
      }
    >
      {view.mode !== 'gate' &&
        (data ? (
          <Answer
            feeds={answeredFeeds}
            noun={noun}
            mode={custom ? 'custom' : undefined}
            customFeeds={view.mode === 'supplier' ? data.custom_feeds : []}
          />
        ) : (
          !error && (
            // reserves the answer's space, so that nothing moves when it loads
            <p className="verdict one-line" aria-hidden>
              &nbsp;
            </p>
          )
        ))}
      {view.mode === 'gate' && (
        <Suspense fallback={<div className="list-bar">{modes}</div>}>
          <GateReport modes={modes} />
        </Suspense>
      )}
      {view.mode === 'summary' && (
        <>
          <div className="list-bar">
            {modes}
            {filter}
          </div>
          {error && !data ? (
            <LoadError error={error} retry={() => void refetch()} />
          ) : (
            <Suspense>
              <MonitoringSummary data={data} matches={matches} />
            </Suspense>
          )}
        </>
      )}
      {!isOverview && (
        <MonitoredList
          custom={custom}
          noun={noun}
          feeds={all}
          rows={rows}
          query={query}
          view={view}
          set={set}
          bar={
            <>
              {modes}
              {filter}
            </>
          }
        />
      )}
      <Suspense>
        {historyOf && (
          <FeedHistory
            of={
              'email' in historyOf ? { custom_feed_id: idOf(historyOf) } : { dropshipper_id: idOf(historyOf) }
            }
            supplier={historyOf.supplier}
            close={() => set({ history: undefined })}
          />
        )}
        {reportOf && (
          <ReportModal key={idOf(reportOf)} feed={reportOf} close={() => set({ report: undefined })} />
        )}
      </Suspense>
    </Page>
  )
}

/** The screen's answer: how many feeds need a person, and the state of the others; counts lead to their feeds. */
function Answer({
  feeds,
  noun,
  mode,
  customFeeds,
}: {
  feeds: readonly MonitoredFeed[]
  noun: string
  mode: string | undefined
  /** The custom feeds that are counted, too, where the list has those of suppliers. */
  customFeeds: readonly MonitoredFeed[]
}) {
  const visibleFeeds = feeds.filter((m) => !m.hidden_from_report)
  const countOf = (...standings: readonly Standing[]) =>
    visibleFeeds.filter((m) => standings.includes(m.standing)).length
  const person = countOf(...attentionStandings)
  const customPerson = customFeeds.filter((m) => !m.hidden_from_report && needsPerson(m.standing)).length
  const needs = person + customPerson === 1 ? 'needs' : 'need'
  const late = countOf(...unsteadyStandings)
  const fresh = countOf('fresh')
  const custom = visibleFeeds.filter((m) => m.standing === 'fresh' && 'email' in m).length
  const rest = [
    [countOf('paused'), 'paused'],
    [countOf('never_ran'), 'never run'],
  ] as const
  // a list has the feeds of suppliers or those of vendors, so a count of both leads nowhere
  const leadTo = (standings: readonly Standing[], text: string) =>
    noun === 'feed' ? text : <Link to={links.monitoring({ mode, status: standings.join() })}>{text}</Link>
  return (
    <p className={noun === 'feed' ? 'verdict' : 'verdict one-line'}>
      {person + customPerson > 0 ? (
        <em>
          {person > 0 && leadTo(attentionStandings, many(person, noun))}
          {person > 0 && customPerson > 0 && ' and '}
          {customPerson > 0 && (
            <Link to={links.monitoring({ mode: 'custom', status: attentionStandings.join() })}>
              {many(customPerson, 'custom feed')}
            </Link>
          )}{' '}
          {needs} attention.
        </em>
      ) : (
        `No ${noun}s need attention.`
      )}{' '}
      {late > 0 && <>{leadTo(unsteadyStandings, `${count(late)} late or flaky`)}, </>}
      {leadTo(['fresh'], `${count(fresh)} healthy`)}
      {/* split, because the Suppliers tab shows another count */}
      {noun === 'feed' &&
        custom > 0 &&
        ` (${many(fresh - custom, 'supplier')}, ${many(custom, 'custom feed')})`}
      <span className="wide">{rest.map(([n, word]) => n > 0 && `, ${count(n)} ${word}`)}</span>.
    </p>
  )
}
