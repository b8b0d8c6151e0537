import { ActionIcon, Button, Checkbox, Group, SegmentedControl, Text, Tooltip } from '@mantine/core'
import { IconHistory, IconNote } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { inTrouble, type Standing } from '#contract/feeds/standing.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Page } from '../../ui/Page.tsx'
import { Strip } from '../../ui/Strip.tsx'
import { useUrl } from '../../ui/useUrl.ts'
import { Ago, count, many, signed } from '../../ui/values.tsx'
import { HistoryModal, ReportModal } from './MonitoringModals.tsx'
import { MonitoringSummary } from './MonitoringSummary.tsx'
import { AgeRule, GoodAge, idOf, StandingSign, type Monitored } from './standing.tsx'

const url = z.object({
  mode: z.enum(['supplier', 'summary', 'custom']).catch('supplier').default('supplier'),
  q: z.string().catch('').default(''),
  trouble: z.stringbool().catch(false).default(false),
  hidden: z.stringbool().catch(false).default(false),
  sort: z.string().catch('worst').default('worst'),
  desc: z.stringbool().catch(false).default(false),
  history: z.coerce.number().int().optional().catch(undefined),
  report: z.coerce.number().int().optional().catch(undefined),
})
const sorters: Record<string, (a: Monitored, b: Monitored) => number> = {
  supplier: (a, b) => a.supplier.localeCompare(b.supplier),
  rate: (a, b) => (a.success_rate ?? -1) - (b.success_rate ?? -1),
  products: (a, b) => a.active_products - b.active_products,
  age: (a, b) => (b.last_successful_run ?? '').localeCompare(a.last_successful_run ?? ''),
}

export default function MonitoringDashboard() {
  const [view, set] = useUrl(url)
  const navigate = useNavigate()
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    ...api.listMonitoredFeeds.query(),
    refetchInterval: 30_000,
  })
  const custom = view.mode === 'custom'
  const all: readonly Monitored[] | undefined = custom ? data?.custom_feeds : data?.suppliers
  const [answered, noun]: [readonly Monitored[], string] =
    view.mode === 'summary'
      ? [[...(data?.suppliers ?? []), ...(data?.custom_feeds ?? [])], 'feed']
      : [all ?? [], custom ? 'custom feed' : 'supplier']
  const words = view.q.toLowerCase()
  const shown = all?.filter(
    (m) =>
      (view.hidden || !m.hidden_from_report) &&
      (!view.trouble || inTrouble(m.standing)) &&
      (m.supplier.toLowerCase().includes(words) || ('email' in m && m.email.toLowerCase().includes(words))),
  )
  // they come worst first
  const by = sorters[view.sort]
  const sorted = by ? shown?.toSorted(by) : shown
  const rows = view.desc ? sorted?.toReversed() : sorted
  const columns: readonly Column<Monitored>[] = [
    { key: 'status', header: 'Status', sort: 'worst', leaves: 0, cell: (m) => <StandingSign of={m} /> },
    {
      key: 'supplier',
      header: 'Supplier and reason',
      sort: 'supplier',
      leaves: 0,
      wrap: true,
      width: '34%',
      cell: (m) => <NameAndReason of={m} />,
    },
    {
      key: 'age',
      header: 'Last good run',
      sort: 'age',
      numeric: true,
      leaves: 0,
      cell: (m) => <GoodAge of={m} />,
    },
    { key: 'rule', header: 'against allowed', leaves: 7, cell: (m) => <AgeRule of={m} /> },
    {
      key: 'strip',
      header: 'Last 48 hours',
      leaves: 2,
      cell: (m) => <Strip runs={m.runs.map(stripRun)} label={m.supplier} />,
    },
    {
      key: 'rate',
      header: 'Success',
      numeric: true,
      sort: 'rate',
      leaves: 3,
      cell: (m) => <Success of={m} />,
    },
    {
      key: 'products',
      header: 'Active products',
      numeric: true,
      sort: 'products',
      leaves: 4,
      cell: (m) => count(m.active_products),
    },
    {
      key: 'moved',
      header: '1 day',
      numeric: true,
      leaves: 6,
      cell: (m) => <Delta now={m.active_products} then={m.products_yesterday} />,
    },
    {
      key: 'subs',
      header: custom ? 'Setup' : 'Subs',
      numeric: !custom,
      leaves: 5,
      cell: (m) =>
        'sub_count' in m
          ? count(m.sub_count)
          : [m.is_restricted_setup && 'Restricted', m.is_custom_price_setup && 'Custom price']
              .filter(Boolean)
              .join(', ') || '—',
    },
    {
      key: 'acts',
      header: 'Look',
      width: 110,
      leaves: 0,
      cell: (m) => (
        <Group gap={2} wrap="nowrap">
          <Tooltip label="History">
            <ActionIcon
              size={26}
              variant="subtle"
              color="gray"
              aria-label={`History of ${m.supplier}`}
              onClick={() => set({ history: idOf(m) })}
            >
              <IconHistory size={15} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Report note">
            <ActionIcon
              size={26}
              variant="subtle"
              color="gray"
              aria-label={`Report note of ${m.supplier}`}
              onClick={() => set({ report: idOf(m) })}
            >
              <IconNote size={15} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
          {m.held_run_id && (
            <Button size="xs" variant="default" component={Link} to={links.feedRun(m.held_run_id)}>
              Decide
            </Button>
          )}
        </Group>
      ),
    },
  ]
  const of = (id: number | undefined) => (id === undefined ? undefined : all?.find((m) => idOf(m) === id))
  const historyOf = of(view.history)
  const reportOf = of(view.report)
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
      ]}
    />
  )
  return (
    <Page
      title="Monitoring Dashboard"
      count={rows && view.mode !== 'summary' ? count(rows.length) : undefined}
      acts={
        <Text size="xs" c="dimmed">
          {dataUpdatedAt ? (
            <>
              Updated <Ago tm={new Date(dataUpdatedAt).toISOString()} />
            </>
          ) : null}
        </Text>
      }
    >
      {data && <Answer of={answered} noun={noun} />}
      {view.mode === 'summary' ? (
        <>
          <div className="list-bar">{modes}</div>
          <MonitoringSummary data={data} />
        </>
      ) : (
        <DataTable
          label={custom ? 'Custom feeds' : 'Suppliers'}
          name={custom ? 'monitored custom feeds' : 'monitored suppliers'}
          exported={
            rows && {
              list: custom ? 'monitored_custom_feeds' : 'monitored_suppliers',
              input: { ids: rows.map(idOf) },
            }
          }
          bar={
            <>
              {modes}
              <FilterBox
                label="Filter"
                placeholder="Filter by name"
                value={view.q}
                set={(q) => set({ q }, { replace: true })}
              />
              <Tooltip label="Failing, held, late and flaky feeds; not those that are fresh, paused or have never run">
                <Checkbox
                  size="xs"
                  label="Trouble only"
                  checked={view.trouble}
                  onChange={(e) => set({ trouble: e.currentTarget.checked })}
                />
              </Tooltip>
              <Checkbox
                size="xs"
                label="Hidden too"
                checked={view.hidden}
                onChange={(e) => set({ hidden: e.currentTarget.checked })}
              />
            </>
          }
          columns={columns}
          rows={rows}
          id={idOf}
          open={(m) =>
            void navigate({
              href: m.last_run_id
                ? links.feedRun(m.last_run_id)
                : links.supplier(m.dropshipper_id, 'monitoring'),
            })
          }
          sorting={{
            by: view.sort,
            descending: view.desc,
            set: (sort, desc) => set({ sort: sort === 'worst' ? undefined : sort, desc }),
          }}
          fetching={isFetching && !data}
          error={error}
          retry={() => void refetch()}
          empty={view.trouble ? 'Nothing is in trouble.' : 'No feed matches.'}
          skeletonRows={15}
        />
      )}
      {historyOf && <HistoryModal of={historyOf} close={() => set({ history: undefined })} />}
      {reportOf && (
        <ReportModal key={idOf(reportOf)} of={reportOf} close={() => set({ report: undefined })} />
      )}
    </Page>
  )
}

const stripRun = ([feed_run_id, state, rows, seconds]: Monitored['runs'][number]) => ({
  feed_run_id,
  state,
  rows,
  tm: new Date(seconds * 1000).toISOString(),
})

/** The screen's answer: how many need a person, and how the others are. */
function Answer({ of: feeds, noun }: { of: readonly Monitored[]; noun: string }) {
  const own = feeds.filter((m) => !m.hidden_from_report)
  const of = (...asked: Standing[]) => own.filter((m) => asked.includes(m.standing)).length
  const person = of('failing', 'held')
  const late = of('late', 'flaky')
  return (
    <p className="verdict">
      {person > 0 ? (
        <em>
          {many(person, noun)} {person === 1 ? 'needs' : 'need'} a person.
        </em>
      ) : (
        `No ${noun} needs a person.`
      )}{' '}
      {late > 0 && `${count(late)} more ${late === 1 ? 'is' : 'are'} late or flaky; `}
      {`${count(of('fresh'))} ${of('fresh') === 1 ? 'is' : 'are'} fresh.`}
    </p>
  )
}

function NameAndReason({ of }: { of: Monitored }) {
  return (
    <>
      <Link to={links.supplier(of.dropshipper_id, 'monitoring')} className="name">
        {of.supplier}
      </Link>
      {'email' in of && <span className="faint"> {of.email}</span>}
      {of.report_note && (
        <Tooltip label={of.report_note}>
          <span className="faint">
            {' '}
            <IconNote size={12} aria-hidden /> {of.report_note.slice(0, 40)}
          </span>
        </Tooltip>
      )}
      {inTrouble(of.standing) && (
        <div className="quiet" style={{ fontSize: 12 }}>
          {of.standing_reason}
        </div>
      )}
    </>
  )
}

function Success({ of }: { of: Monitored }) {
  if (of.success_rate === null) return <>—</>
  return (
    <Tooltip label={`${count(of.good_runs)} of ${many(of.good_runs + of.bad_runs, 'run')} in 48 hours`}>
      <span>{of.success_rate}%</span>
    </Tooltip>
  )
}

const Delta = ({ now, then }: { now: number; then: number | null }) => (
  <span className="faint">{then === null ? '—' : signed(now - then)}</span>
)
