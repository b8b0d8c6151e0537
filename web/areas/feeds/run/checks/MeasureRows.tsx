import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import type { JudgedMeasure, ExampleRow } from '#contract/feeds/gate.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { Panel } from '../../../../ui/page/Page.tsx'
import { DataTable } from '../../../../ui/table/DataTable.tsx'
import { useUrl } from '../../../../ui/page/useUrl.ts'
import { count } from '../../../../ui/values.tsx'
import { goTo } from '../../../../ui/page/place.ts'
import { SkuLink } from '../../../products/public.tsx'
import { changesId, issuesId } from '../../anchors.ts'
import { changeOf, fieldOf, isOfRows } from '../../gate/gate-words.ts'
import { changeWords, FieldChange } from '../field-changes.tsx'
import { issuesTitle } from '../issue-words.ts'
import { changesUrl } from '../RunChanges.tsx'

/** Up to ten products that show a measure, and a link to all of that kind. */
export function MeasureRows({ measure, run }: { measure: JudgedMeasure; run: FeedRun }) {
  const [, set] = useUrl(changesUrl)
  const { rows } = measure
  if (rows.length === 0)
    return isOfRows(measure.name) && run.issues.length > 0 ? (
      <p className="why">
        See{' '}
        <button type="button" className="link" onClick={() => goTo(issuesId)}>
          {issuesTitle(run.issues)}
        </button>
        , by reason, with examples.
      </p>
    ) : (
      <p className="why">No example products. This check looks at the file or at several runs.</p>
    )
  const change = changeOf(measure.name)
  const all = run[({ Created: 'created', Updated: 'updated', Deleted: 'deleted' } as const)[change]]
  return (
    <Panel
      title={
        rows.length < measure.count
          ? `${rows.length} of ${count(measure.count)} affected rows`
          : 'Affected rows'
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
        label="Affected rows"
        rows={rows}
        id={(r) => r.sku}
        empty="No examples stored"
        columns={[
          {
            key: 'sku',
            header: 'SKU',
            width: 200,
            leaves: 0,
            cell: (r) => <SkuLink sku={r.sku} supplierId={run.dropshipper_id} className="cut" />,
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
            header: 'Changed fields',
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
    return <span className="quiet">{isDeleted ? 'No longer in the file' : 'Not in the catalog yet'}</span>
  }
  return <FieldChange field={fieldOf(measure)} from={from} to={to} currency={currency} />
}
