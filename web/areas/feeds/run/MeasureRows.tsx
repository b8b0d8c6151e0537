import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import type { JudgedMeasure, ExampleRow } from '#contract/feeds/gate.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { count } from '../../../ui/values.tsx'
import { goTo } from '../../../ui/page/place.ts'
import { changesId, issuesId } from '../anchors.ts'
import { changeOf, fieldOf, isOfRows } from '../gate/gate-words.ts'
import { changesUrl, changeWords, FieldChange } from './RunChanges.tsx'

/** Up to ten products that show a measure, and a link to all of that kind. */
export function MeasureRows({ measure, run }: { measure: JudgedMeasure; run: FeedRun }) {
  const [, set] = useUrl(changesUrl)
  const { rows } = measure
  if (rows.length === 0)
    return isOfRows(measure.name) && run.issues.length > 0 ? (
      <p className="why">
        Its rows are{' '}
        <button type="button" className="link" onClick={() => goTo(issuesId)}>
          in the list of rejected rows and warnings
        </button>
        , by reason, with examples.
      </p>
    ) : (
      <p className="why">No product shows it: it is about the file, or about several runs together.</p>
    )
  const change = changeOf(measure.name)
  const all = run[({ Created: 'created', Updated: 'updated', Deleted: 'deleted' } as const)[change]]
  return (
    <Panel
      title={
        rows.length < measure.count ? `${rows.length} of the rows that show it` : 'The rows that show it'
      }
      actions={
        all > 0 && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowDown size={14} />}
            onClick={() => {
              set({ change, q: undefined }, { replace: true })
              goTo(changesId)
            }}
          >
            {`All ${count(all)} ${changeWords[change].toLowerCase()}`}
          </Button>
        )
      }
    >
      <DataTable
        label="Rows that show it"
        rows={rows}
        id={(r) => r.sku}
        empty="None was kept."
        columns={[
          {
            key: 'sku',
            header: 'SKU',
            width: 200,
            leaves: 0,
            cell: (r) => (
              <div className="mono cut" title={r.sku}>
                {r.sku}
              </div>
            ),
          },
          {
            key: 'title',
            header: 'Title',
            leaves: 1,
            cell: (r) => (
              <div className="cut" title={r.title ?? ''}>
                {r.title ?? '—'}
              </div>
            ),
          },
          {
            key: 'change',
            header: 'What changes',
            leaves: 0,
            wrap: true,
            cell: (r) => <WhatChanges row={r} measure={measure} currency={run.currency} />,
          },
        ]}
      />
    </Panel>
  )
}

function WhatChanges({
  row: { from, to },
  measure,
  currency,
}: {
  row: ExampleRow
  measure: JudgedMeasure
  currency: string | null
}) {
  if (from === null && to === null) {
    const isDeleted = changeOf(measure.name) === 'Deleted'
    return (
      <span className="quiet">{isDeleted ? 'Not in the file any more' : 'Not in the catalogue yet'}</span>
    )
  }
  return <FieldChange field={fieldOf(measure)} from={from} to={to} currency={currency} />
}
