import { Link, useNavigate } from '@tanstack/react-router'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { links } from '../../links.ts'
import { Panel } from '../../ui/Page.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Moment, RunStatus } from '../../ui/values.tsx'

/** What was done the last times that the feed was held for the same, by whom and why. */
export function Alike({ runs }: { runs: FeedRun['alike'] }) {
  const navigate = useNavigate()
  return (
    <Panel title="The last times it looked like this">
      <DataTable
        label="The last times it looked like this"
        name="alike"
        rows={runs}
        id={(r) => r.feed_run_id}
        open={(r) => void navigate({ to: links.feedRun(r.feed_run_id) })}
        empty="It never did."
        columns={[
          {
            key: 'run',
            header: 'Run',
            width: 96,
            leaves: 0,
            cell: (r) => (
              <Link to={links.feedRun(r.feed_run_id)} className="name mono">
                {r.feed_run_id}
              </Link>
            ),
          },
          { key: 'tm', header: 'When', width: 140, leaves: 2, cell: (r) => <Moment tm={r.tm} /> },
          { key: 'said', header: 'What the gate saw', wrap: true, leaves: 3, cell: (r) => r.sentence },
          {
            key: 'done',
            header: 'What was done',
            width: 130,
            leaves: 0,
            cell: (r) => <RunStatus state={r.state} />,
          },
          { key: 'by', header: 'By', width: 140, leaves: 1, cell: (r) => r.by ?? '—' },
          { key: 'why', header: 'Why', wrap: true, leaves: 0, cell: (r) => r.reason ?? '—' },
        ]}
      />
    </Panel>
  )
}
