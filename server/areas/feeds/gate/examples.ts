import type { RawBuilder } from 'kysely'
import type { GateMeasure, JudgedMeasure, ExampleRow } from '#contract/feeds/gate.ts'
import type { ProductField } from '#contract/feeds/settings.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { bits, decade, effective, fieldBit, type Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'
import { bandOf } from './parts.ts'

const shownRows = 10
const half = Math.round(decade * Math.log10(1.5)) - 1
const five = Math.round(decade * Math.log10(5)) - 1

/** Rows that show a measure, the clearest first; a measure of the file itself has none. */
export async function rowsOf(db: Db, scope: Scope, measure: JudgedMeasure): Promise<ExampleRow[]> {
  const look = looks[measure.name]?.((measure.field ?? 'wholesale_price') as ProductField)
  if (!look || measure.window === 'first') return []
  const field = look.field
  const to =
    field && scope.fields.includes(field) ? sql.raw(`(${effective(field, scope.rules)})::text`) : sql`null`
  const from = field ? sql.raw(`p.${field}::text`) : sql`null`
  const { rows } = await sql<ExampleRow>`
    select coalesce(s.sku, p.sku) as sku,
      coalesce(p.title, ${scope.fields.includes('title') ? sql`s.title` : sql`null`}) as title,
      case when c.kind = 'created' then null else left(${from}, 200) end as "from",
      case when c.kind = 'deleted' then null else left(${to}, 200) end as "to"
    from ${sql.raw(stageTable(scope, 'change'))} c
    left join ${sql.raw(stageTable(scope))} s on s.line = c.line
    left join product p on p.product_id = c.product_id
    where ${look.condition}
      ${measure.part === null ? sql`` : sql`and ${measure.part} in (p.manufacturer, p.categories, ${bandOf})`}
    order by ${look.order ?? sql`p.product_id nulls last, c.line`}
    limit ${shownRows}`.execute(db)
  return rows
}

interface Look {
  condition: RawBuilder<unknown>
  field?: ProductField
  order?: RawBuilder<unknown>
}
const whereKind = (name: string, field?: ProductField): Look => ({
  condition: sql`c.kind = ${name}`,
  ...(field ? { field } : {}),
})
const whereDropped = (bit: number, field: ProductField): Look => ({
  condition: sql`c.kind = 'updated' and c.had & ~c.has & ${bit}::int <> 0`,
  field,
})
const whereMoved = (field: ProductField, limit: number): Look => ({
  condition: sql`abs(c.${sql.raw(field)}_move) > ${limit}::int`,
  field,
  order: sql`abs(c.${sql.raw(field)}_move) desc, p.product_id`,
})
/** Within 0.7 % of a power of ten, as the measures count it. */
const whereScaled = (field: ProductField): Look => {
  const move = sql`c.${sql.raw(field)}_move`
  const power = sql`round(${move}::numeric / ${decade}::int)`
  const near = sql`abs(${move} - ${power} * ${decade}::int) <= ${decade * 0.003}::int`
  return { condition: sql`abs(${power}) between 1 and 3 and ${near}`, field }
}
const whereChanged = (field: ProductField): Look => ({
  condition: sql`c.kind = 'updated' and c.changed & c.had & c.has & ${fieldBit(field)}::int <> 0`,
  field,
})

/** The rows of each measure; of one that has no field, the field stands for its prices. */
const looks: Partial<Record<GateMeasure, (field: ProductField) => Look>> = {
  renamed: () => whereKind('created'),
  foreign: () => whereKind('created'),
  lost: () => whereKind('deleted'),
  new: () => whereKind('created', 'wholesale_price'),
  left_stock: () => whereDropped(bits.inStock, 'quantity'),
  median_price: () => whereMoved('wholesale_price', 0),
  price_half: (f) => whereMoved(f, half),
  price_five: (f) => whereMoved(f, five),
  powers_of_ten: whereScaled,
  scaled: whereScaled,
  another_unit: (f) => whereMoved(f, half),
  prices_exchanged: (f) => whereMoved(f, 0),
  amounts_exchanged: (f) => whereMoved(f, 0),
  capped: () => whereChanged('quantity'),
  replaced: whereChanged,
  scattered: whereChanged,
  one_group: whereChanged,
  codes_rewritten: whereChanged,
  one_quantity: () => whereChanged('quantity'),
  crossed: whereChanged,
  garbled: whereChanged,
  price_lost: () => whereDropped(bits.priced, 'wholesale_price'),
  below_cost: () => ({
    condition: sql`c.kind = 'updated' and c.has & ~c.had & ${bits.belowCost}::int <> 0`,
    field: 'wholesale_price',
  }),
  quantity_scaled: () => whereScaled('quantity'),
  quantity_moved: () => whereMoved('quantity', Math.round(decade * Math.log10(3)) - 1),
  one_price: whereChanged,
  one_text: whereChanged,
  exchanged: whereChanged,
  codes_moved: whereChanged,
  codes_changed: whereChanged,
  currency: () => whereChanged('currency'),
  title_emptied: () => whereDropped(fieldBit('title'), 'title'),
  emptied: (f) => whereDropped(fieldBit(f), f),
  brand_changed: () => whereChanged('manufacturer'),
  reworded: whereChanged,
  part_lost: () => whereKind('deleted'),
  part_left_stock: () => whereDropped(bits.inStock, 'quantity'),
  part_price: () => whereMoved('wholesale_price', half),
}
