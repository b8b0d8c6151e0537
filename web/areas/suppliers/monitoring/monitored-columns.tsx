import { runText } from '#contract/feeds/run-states.ts'
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { IconHistory, IconNote } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { inTrouble, monitoredHours, standings } from '#contract/feeds/standing.ts'
import { links } from '../../../links.ts'
import { Marks } from '../../../ui/Rule.tsx'
import { Strip, type StripMark } from '../../../ui/Strip.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { exactTime } from '../../../ui/time.ts'
import { count, many, percent, signedCount } from '../../../ui/values.tsx'
import { shortReason } from './causes.ts'
import { goodAge, GoodAge, runTone, StandingSign, nextAct } from '../../feeds/public.tsx'
import { ageMarks, AgeRule, idOf, type MonitoredFeed } from './standing.tsx'

const hoursMarks = [
  [0, `${monitoredHours} h ago`],
  [0.5, `${monitoredHours / 2}`],
  [1, 'now'],
] as const

type OpenDialog = (feed: { history?: number; report?: number }) => void

/** @param set opens a feed's history or its report note */
export const monitoredColumns = (custom: boolean, set: OpenDialog): readonly Column<MonitoredFeed>[] => [
  {
    key: 'status',
    header: 'Status',
    sortValue: (m) => standings.indexOf(m.standing),
    leaves: 0,
    cell: (m) => <StandingSign feed={m} />,
  },
  {
    key: 'supplier',
    header: 'Supplier and reason',
    sortValue: (m) => m.supplier,
    leaves: 0,
    wrap: true,
    width: '34%',
    cell: (m) => <NameAndReason feed={m} />,
  },
  {
    key: 'age',
    header: 'Last good run',
    sortValue: goodAge,
    numeric: true,
    leaves: 8,
    cell: (m) => <GoodAge feed={m} />,
  },
  { key: 'rule', header: 'vs. limit', marks: ageMarks, leaves: 7, cell: (m) => <AgeRule feed={m} /> },
  {
    key: 'strip',
    header: 'Last 48 hours',
    marks: <Marks width={166} labels={hoursMarks} />,
    leaves: 2,
    cell: (m) => <RunStrip feed={m} />,
  },
  {
    key: 'rate',
    header: 'Success',
    numeric: true,
    sortValue: (m) => m.success_rate,
    leaves: 3,
    cell: (m) => <Success feed={m} />,
  },
  {
    key: 'products',
    header: 'Active products',
    numeric: true,
    sortValue: (m) => m.active_products,
    leaves: 4,
    cell: (m) => count(m.active_products),
  },
  {
    key: 'moved',
    header: '1 day',
    numeric: true,
    sortValue: (m) => (m.products_yesterday === null ? null : m.active_products - m.products_yesterday),
    leaves: 6,
    cell: (m) => <Delta now={m.active_products} earlier={m.products_yesterday} />,
  },
  {
    key: 'subs',
    header: custom ? 'Setup' : 'Subs',
    numeric: !custom,
    ...(!custom && { sortValue: (m: MonitoredFeed) => ('sub_count' in m ? m.sub_count : null) }),
    leaves: 5,
    cell: subscribersText,
  },
  {
    key: 'acts',
    header: 'Next',
    width: 'min(186px, 28vw)',
    leaves: 0,
    cell: (m) => <FeedButtons feed={m} set={set} />,
  },
]

function subscribersText(feed: MonitoredFeed): string {
  if ('sub_count' in feed) return count(feed.sub_count)
  const setup = [feed.is_restricted_setup && 'Restricted', feed.is_custom_price_setup && 'Custom price']
  return setup.filter(Boolean).join(', ') || '—'
}

function RunStrip({ feed }: { feed: MonitoredFeed }) {
  const marks = feed.runs.map(markOf)
  const good = marks.filter((mark) => mark.tone === 'good').length
  const label = `${feed.supplier}: last ${many(marks.length, 'run')}, ${count(good)} good`
  return <Strip marks={marks} hours={monitoredHours} label={label} />
}

function FeedButtons({ feed, set }: { feed: MonitoredFeed; set: OpenDialog }) {
  return (
    <Group gap={2} wrap="nowrap">
      <Tooltip label="History">
        <ActionIcon
          className="not-on-phone"
          size={26}
          variant="subtle"
          color="gray"
          aria-label={`History of ${feed.supplier}`}
          onClick={() => set({ history: idOf(feed) })}
        >
          <IconHistory size={15} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Report note">
        <ActionIcon
          className="not-on-phone"
          size={26}
          variant="subtle"
          color="gray"
          aria-label={`Report note of ${feed.supplier}`}
          onClick={() => set({ report: idOf(feed) })}
        >
          <IconNote size={15} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      {inTrouble(feed.standing) && (
        <Button size="xs" variant="default" component={Link} to={nextAct(feed).to}>
          {nextAct(feed).label}
        </Button>
      )}
    </Group>
  )
}

/** A run's mark is as high as its number of rows. */
function markOf([id, state, rows, seconds]: MonitoredFeed['runs'][number]): StripMark {
  const tm = new Date(seconds * 1000).toISOString()
  const text = `${runText(state)} · ${many(rows, 'row')} · ${exactTime(tm)}`
  return { key: id, tm, tone: runTone(state), size: rows, text, href: links.feedRun(id) }
}

function NameAndReason({ feed }: { feed: MonitoredFeed }) {
  return (
    <>
      <Link to={links.supplier(feed.dropshipper_id, 'monitoring')} className="name">
        {feed.supplier}
      </Link>
      {'email' in feed && <span className="faint"> {feed.email}</span>}
      {feed.report_note && (
        <Tooltip label={feed.report_note}>
          <span className="faint">
            {' '}
            <IconNote size={12} aria-hidden /> {feed.report_note.slice(0, 40)}
          </span>
        </Tooltip>
      )}
      {feed.standing !== 'fresh' && (
        // its status and button already say that it waits
        <div className="quiet reason" title={feed.standing_reason}>
          {shortReason(feed)}
        </div>
      )}
    </>
  )
}

function Success({ feed }: { feed: MonitoredFeed }) {
  if (feed.success_rate === null) return <>—</>
  return (
    <Tooltip
      label={`${count(feed.good_runs)} of ${many(feed.good_runs + feed.bad_runs, 'run')} good in 48 hours`}
    >
      <span>{percent(feed.success_rate)}</span>
    </Tooltip>
  )
}

const Delta = ({ now, earlier }: { now: number; earlier: number | null }) => (
  <span className="faint">{earlier === null ? '—' : signedCount(now - earlier)}</span>
)
