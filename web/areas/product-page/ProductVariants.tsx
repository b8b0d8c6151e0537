import { Link } from '@tanstack/react-router'
import { links } from '../../links.ts'
import { Empty, Panel } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/values.tsx'
import { ActiveStatus, SkuLink } from '../products/public.tsx'
import type { ProductView } from './tabs.ts'

type Sibling = ProductView['variants']['siblings'][number]

/** The product's parent, and its other variants. */
export default function ProductVariants({ view: { product, variants } }: { view: ProductView }) {
  const { parent, siblings, mapping_status } = variants
  const mapping = (
    <Link to={links.supplier(product.dropshipper_id, 'variant-mapping')} className="link">
      Variant mapping
    </Link>
  )
  if (parent === null)
    return (
      <Empty act={mapping}>
        {mapping_status === 'Queued' ? 'Waiting to be mapped to a parent.' : 'Not a variant of a parent.'}
      </Empty>
    )
  return (
    <Panel title={`Variants of ${parent.title}`} actions={mapping}>
      <DataTable
        label="Variants"
        rows={siblings}
        columns={columnsOf(parent.option_names)}
        id={(s) => s.product_id}
        current={(s) => s.product_id === product.product_id}
        empty="No variants."
      />
    </Panel>
  )
}

const columnsOf = (names: readonly string[]): readonly Column<Sibling>[] => [
  { key: 'sku', header: 'SKU', leaves: 0, cell: (s) => <SkuLink sku={s.sku} productId={s.product_id} /> },
  {
    key: 'title',
    header: 'Title',
    leaves: 3,
    wrap: true,
    cell: (s) => <div className="cut">{s.title ?? '—'}</div>,
  },
  {
    key: 'options',
    header: names.join(', ') || 'Options',
    leaves: 0,
    cell: (s) => s.option_values.join(', ') || '—',
  },
  { key: 'stock', header: 'In stock', numeric: true, leaves: 1, cell: (s) => count(s.quantity) },
  { key: 'state', header: 'Status', leaves: 0, cell: (s) => <ActiveStatus active={s.active} /> },
]
