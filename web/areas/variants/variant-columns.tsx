import { Box, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconClock, IconMinus } from '@tabler/icons-react'
import type { VariantProduct } from '#contract/variants/mapping.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { SkuLink } from '../products/public.tsx'
import { roughPercent, Status, type Tone } from '../../ui/values.tsx'

const marks = {
  Queued: { tone: 'wait', icon: IconClock },
  Mapped: { tone: 'good', icon: IconCircleCheck },
  Unmapped: { tone: 'off', icon: IconMinus },
} as const

export const variantColumns: readonly Column<VariantProduct>[] = [
  { key: 'sku', sort: 'sku', header: 'SKU', cell: (p) => <SkuLink sku={p.sku} productId={p.product_id} /> },
  {
    key: 'title',
    sort: 'title',
    header: 'Title',
    cell: (p) => (
      <div>
        <div className="cut" title={p.title ?? ''}>
          {p.title ?? '—'}
        </div>
        <Text size="xs" c="dimmed">
          {p.manufacturer ?? 'no brand'}
        </Text>
      </div>
    ),
  },
  {
    key: 'price',
    sort: 'price',
    header: 'Cost',
    numeric: true,
    cell: (p) => (p.wholesale_price === null ? '—' : Number(p.wholesale_price).toFixed(2)),
  },
  {
    key: 'status',
    sort: 'status',
    header: 'Status',
    cell: (p) => (
      <Status tone={marks[p.mapping_status].tone} icon={marks[p.mapping_status].icon}>
        {p.mapping_status}
      </Status>
    ),
  },
  { key: 'parent', sort: 'parent', header: 'Parent', cell: (p) => <Parent product={p} /> },
]

function sureTone(percent: number): Tone {
  if (percent >= 85) return 'good'
  return percent >= 60 ? 'wait' : 'off'
}

/** A product's parent, or the suggested one with its confidence. */
function Parent({ product: p }: { product: VariantProduct }) {
  if (p.mapped_parent_sku)
    return (
      <div>
        <span className="mono">{p.mapped_parent_sku}</span>
        <Text size="xs" c="dimmed">
          {p.option_names.map((name, i) => `${name}: ${p.option_values[i] ?? '—'}`).join(', ')}
        </Text>
      </div>
    )
  const s = p.suggestion
  if (!s)
    return (
      <Text size="xs" c="dimmed">
        {p.mapping_status === 'Queued' ? 'No suggestion' : '—'}
      </Text>
    )
  const sure = Math.round(s.confidence * 100)
  return (
    <div title={s.why}>
      <span className="mono">{s.parent_sku}</span>{' '}
      {s.product_variant_parent_id === null && (
        <Text component="span" size="xs" c="dimmed">
          (new)
        </Text>
      )}
      <Group gap={6} wrap="nowrap">
        <Box className={`bar tone-${sureTone(sure)}`} w={60} aria-hidden>
          <i style={{ left: 0, width: `${sure}%` }} />
        </Box>
        <Text size="xs" c="dimmed">
          {roughPercent(s.confidence)} confidence ·{' '}
          {s.option_names.map((name, i) => `${name}: ${s.option_values[i] ?? '—'}`).join(', ')}
        </Text>
      </Group>
    </div>
  )
}
