import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { links } from '../../../links.ts'
import { issuesId } from '../anchors.ts'
import { impactFacts, touchedVendors } from './impact-words.ts'
import { issuesTitle } from './issue-words.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Facts, Panel } from '../../../ui/page/Page.tsx'
import { Rule } from '../../../ui/Rule.tsx'
import { count, percent } from '../../../ui/values.tsx'

/** Who is affected by a run, and the vendors with the most listings among them. */
export function Impact({ run, impact }: { run: FeedRun; impact: NonNullable<FeedRun['impact']> }) {
  const touched = touchedVendors(run, impact)
  return (
    <Panel title="Impact">
      <Facts facts={impactFacts(run, impact)} />
      {touched.length > 0 && (
        <DataTable
          label="Most affected vendors"
          name="affected-vendors"
          rows={touched}
          id={(v) => v.vendor_id}
          empty="No vendors affected"
          columns={[
            {
              key: 'company',
              header: 'Most affected vendors',
              leaves: 0,
              cell: (v) => (
                <Link to={links.vendor(v.vendor_id)} className="link">
                  {v.company}
                </Link>
              ),
            },
            {
              key: 'integrations',
              header: 'Integrations',
              numeric: true,
              leaves: 2,
              cell: (v) => count(v.integrations),
            },
            {
              key: 'touched',
              header: 'Listings, up to',
              numeric: true,
              leaves: 0,
              cell: (v) => count(v.touched),
            },
            {
              key: 'share',
              header: 'Of their listings',
              leaves: 1,
              width: 280,
              cell: (v) => v.share !== null && <ShareOfListings share={v.share} />,
            },
          ]}
        />
      )}
    </Panel>
  )
}

const ShareOfListings = ({ share }: { share: number }) => (
  <span className="times">
    <Rule value={share} scale={100} tone="off" width={180} label={`${percent(share)} of their listings`} />
    <small>{percent(share)}</small>
  </span>
)

type Severity = FeedRun['issues'][number]['severity']
const severities: Record<Severity, readonly [label: string, tone: string]> = {
  rejected: ['Rejected', 'bad'],
  warning: ['Warning', 'wait'],
  left_out: ['Left out', 'off'],
  note: ['Note', 'off'],
}

/** Rejected rows, warnings and lines that were left out, grouped by reason. */
export function Issues({ run, acts }: { run: FeedRun; acts?: ReactNode }) {
  return (
    <Panel title={issuesTitle(run.issues)} id={issuesId} actions={acts}>
      <DataTable
        label="Issues"
        exportSource={
          run.rejected_file
            ? { list: 'run_rejected_rows', input: { feed_run_id: run.feed_run_id } }
            : undefined
        }
        rows={run.issues}
        id={(i) => `${i.severity} ${i.reason}`}
        empty="No rejected rows or warnings"
        columns={[
          {
            key: 'severity',
            header: 'Type',
            width: 100,
            cell: (i) => (
              <span className={`status tone-${severities[i.severity][1]}`}>{severities[i.severity][0]}</span>
            ),
          },
          { key: 'reason', header: 'Reason', cell: (i) => i.reason },
          { key: 'rows', header: 'Rows', numeric: true, cell: (i) => count(i.rows) },
          {
            key: 'examples',
            header: 'Examples',
            cell: (i) =>
              i.examples.slice(0, 3).map((e) => (
                <div key={`${e.line}-${e.column}`} className="cut">
                  Line {count(e.line)}
                  {e.column && (
                    <>
                      {', '}
                      <Link
                        to={links.feedSettings(run, 'mapping', e.column)}
                        className="link"
                        title="View mapping"
                      >
                        {e.column}
                      </Link>
                    </>
                  )}
                  : <span className="mono">{e.value || '(blank)'}</span>
                </div>
              )),
          },
        ]}
      />
    </Panel>
  )
}
