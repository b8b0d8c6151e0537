import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { HeldRun } from '#contract/feeds/held-runs.ts'
import { links } from '../../../links.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { RunStatus } from '../monitoring/run-status.tsx'
import { runColumn, whyColumns } from './decision-columns.tsx'

/** Runs that the gate held or warned about, with what was decided, by whom and why. */
export function HeldRuns<Run extends HeldRun>({
  title,
  id,
  runs,
  empty,
  extraColumns = [],
  acts,
}: {
  title: string
  id?: string
  runs: readonly Run[] | undefined
  empty: string
  /** Columns that follow the run's number. */
  extraColumns?: readonly Column<Run>[]
  acts?: ReactNode
}) {
  const navigate = useNavigate()
  return (
    <Panel title={title} actions={acts} {...(id && { id })}>
      <DataTable
        label={title}
        name="held-runs"
        rows={runs}
        id={(r) => r.feed_run_id}
        open={(r) => void navigate({ to: links.feedRun(r.feed_run_id) })}
        empty={empty}
        columns={[
          runColumn(),
          ...extraColumns,
          { key: 'tm', header: 'Date', width: 140, leaves: 3, moment: (r) => r.tm },
          { key: 'said', header: 'Finding', wrap: true, leaves: 4, cell: (r) => r.sentence },
          {
            key: 'done',
            header: 'Result',
            width: 130,
            leaves: 0,
            cell: (r) => <RunStatus state={r.state} />,
          },
          ...whyColumns<Run>(),
        ]}
      />
    </Panel>
  )
}
