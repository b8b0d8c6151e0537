import { Text } from '@mantine/core'
import { IconCircleMinus, IconCirclePlus, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import type { ComparedProduct } from '#contract/feeds/comparison.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { links } from '../../links.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Facts, Panel } from '../../ui/Page.tsx'
import { count, Status } from '../../ui/values.tsx'

const signs = {
  Created: { tone: 'good', icon: IconCirclePlus },
  Updated: { tone: 'run', icon: IconPencil },
  Deleted: { tone: 'bad', icon: IconCircleMinus },
} as const

/** Products with what changed in them, field by field. */
export const productColumns: readonly Column<ComparedProduct>[] = [
  {
    key: 'change',
    header: 'Change',
    width: 110,
    cell: (p) => (
      <Status tone={signs[p.change].tone} icon={signs[p.change].icon}>
        {p.change}
      </Status>
    ),
  },
  {
    key: 'sku',
    header: 'SKU',
    width: 160,
    cell: (p) => (
      <span className="mono cut" title={p.sku}>
        {p.sku}
      </span>
    ),
  },
  {
    key: 'title',
    header: 'Title',
    cell: (p) => (
      <div className="cut" title={p.title ?? ''}>
        {p.title ?? '—'}
      </div>
    ),
  },
  {
    key: 'fields',
    header: 'What changes',
    cell: (p) =>
      Object.keys(p.fields).length === 0
        ? '—'
        : Object.entries(p.fields).map(([f, c]) => (
            <div key={f} className="cut" title={`${c.from ?? '—'} → ${c.to ?? '—'}`}>
              <span className="quiet">{productFields[f as ProductField]?.label ?? f}</span> {c.from ?? '—'} →{' '}
              <b>{c.to ?? '—'}</b>
            </div>
          )),
  },
]

/** Whom a run touches, with examples. */
export function Impact({ run }: { run: FeedRun }) {
  const impact = run.impact!
  return (
    <Panel title={run.state === 'held' ? 'Whom it would touch' : 'Whom it touched'}>
      <Facts
        facts={[
          ['Products', count(run.created + run.updated + run.deleted)],
          ['Vendors', count(impact.vendors)],
          ['Integrations', count(impact.integrations)],
          ['Listings', count(impact.listings)],
        ]}
      />
      {impact.vendor_examples.length > 0 && (
        <Text size="sm" my="sm">
          Most integrated:{' '}
          {impact.vendor_examples.slice(0, 5).map((v, i) => (
            <span key={v.vendor_id}>
              {i > 0 && ', '}
              <Link to={links.vendor(v.vendor_id)} className="link">
                {v.company}
              </Link>{' '}
              ({v.integrations})
            </span>
          ))}
        </Text>
      )}
      <DataTable
        label="Examples"
        exported={{ list: 'run_changes', input: { feed_run_id: run.feed_run_id } }}
        rows={impact.examples}
        id={(p) => p.sku}
        columns={productColumns}
        empty="No product changes."
      />
      {impact.examples.length < run.created + run.updated + run.deleted && (
        <Text size="xs" c="dimmed" mt="xs">
          These are examples. Export takes out every product.
        </Text>
      )}
    </Panel>
  )
}

/** Rejected rows and warnings grouped by reason. */
export function Issues({ run }: { run: FeedRun }) {
  return (
    <Panel title="Rejected rows and warnings">
      <DataTable
        label="Issues"
        exported={
          run.rejected_file
            ? { list: 'run_rejected_rows', input: { feed_run_id: run.feed_run_id } }
            : undefined
        }
        rows={run.issues}
        id={(i) => `${i.severity} ${i.reason}`}
        empty="None."
        columns={[
          {
            key: 'severity',
            header: 'What',
            width: 100,
            cell: (i) => (
              <span className={`status tone-${i.severity === 'rejected' ? 'bad' : 'wait'}`}>
                {i.severity === 'rejected' ? 'Rejected' : 'Warning'}
              </span>
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
                  line {e.line}
                  {e.column && (
                    <>
                      {', '}
                      <Link
                        to={links.feedSettings(run.dropshipper_id, 'mapping', e.column)}
                        className="link"
                        title="Its mapping"
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
