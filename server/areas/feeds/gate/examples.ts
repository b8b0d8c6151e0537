import type { RawBuilder } from 'kysely'
import type { GateMeasure, JudgedMeasure, Shown } from '#contract/feeds/gate.ts'
import type { ProductField } from '#contract/feeds/settings.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { bits, decade, effective, fieldBit, type Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'
import { bandOf } from './parts.ts'

const shownRows = 10
const half = Math.round(decade * Math.log10(1.5)) - 1
const five = Math.round(decade * Math.log10(5)) - 1

/** Rows that show a measure, those that show it most first; a measure of the file itself has none. */
export async function rowsOf(db: Db, scope: Scope, measure: JudgedMeasure): Promise<Shown[]> {
  const found = looks[measure.name]?.(measure.field as ProductField | null)
  if (!found || measure.window === 'first') return []
  const field = found.field
  const to =
    field && scope.fields.includes(field) ? sql.raw(`(${effective(field, scope.rules)})::text`) : sql`null`
  const from = field ? sql.raw(`p.${field}::text`) : sql`null`
  const { rows } = await sql<Shown>`
    select coalesce(s.sku, p.sku) as sku,
      coalesce(p.title, ${scope.fields.includes('title') ? sql`s.title` : sql`null`}) as title,
      case when c.kind = 'created' then null else left(${from}, 200) end as "from",
      case when c.kind = 'deleted' then null else left(${to}, 200) end as "to"
    from ${sql.raw(stageTable(scope, 'change'))} c
    left join ${sql.raw(stageTable(scope))} s on s.line = c.line
    left join product p on p.product_id = c.product_id
    where ${found.where}
      ${measure.part === null ? sql`` : sql`and ${measure.part} in (p.manufacturer, p.categories, ${bandOf})`}
    order by ${found.order ?? sql`p.product_id nulls last, c.line`}
    limit ${shownRows}`.execute(db)
  return rows
}

interface Look {
  where: RawBuilder<unknown>
  field?: ProductField
  order?: RawBuilder<unknown>
}
const kind = (name: string, field?: ProductField): Look => ({
  where: sql`c.kind = ${name}`,
  ...(field ? { field } : {}),
})
const dropped = (bit: number, field: ProductField): Look => ({
  where: sql`c.kind = 'updated' and c.had & ~c.has & ${bit}::int <> 0`,
  field,
})
const moved = (field: ProductField, limit: number): Look => ({
  where: sql`abs(c.${sql.raw(field)}_move) > ${limit}::int`,
  field,
  order: sql`abs(c.${sql.raw(field)}_move) desc, p.product_id`,
})
/** Within 0.7 % of a power of ten, as the measures have it. */
const scaled = (field: ProductField): Look => {
  const move = sql`c.${sql.raw(field)}_move`
  const power = sql`round(${move}::numeric / ${decade}::int)`
  const near = sql`abs(${move} - ${power} * ${decade}::int) <= ${decade * 0.003}::int`
  return { where: sql`abs(${power}) between 1 and 3 and ${near}`, field }
}
const changed = (field: ProductField): Look => ({
  where: sql`c.kind = 'updated' and c.changed & c.had & c.has & ${fieldBit(field)}::int <> 0`,
  field,
})
const priceOf = (field: ProductField | null) => field ?? 'wholesale_price'

const looks: Partial<Record<GateMeasure, (field: ProductField | null) => Look>> = {
  renamed: () => kind('created'),
  foreign: () => kind('created'),
  lost: () => kind('deleted'),
  new: () => kind('created', 'wholesale_price'),
  left_stock: () => dropped(bits.inStock, 'quantity'),
  median_price: () => moved('wholesale_price', 0),
  price_half: (f) => moved(priceOf(f), half),
  price_five: (f) => moved(priceOf(f), five),
  powers_of_ten: (f) => scaled(f ?? 'wholesale_price'),
  scaled: (f) => scaled(f!),
  another_unit: (f) => moved(f!, half),
  prices_exchanged: (f) => moved(priceOf(f), 0),
  amounts_exchanged: (f) => moved(f!, 0),
  capped: () => changed('quantity'),
  replaced: (f) => changed(f!),
  scattered: (f) => changed(f!),
  one_group: (f) => changed(f!),
  codes_rewritten: (f) => changed(f!),
  one_quantity: () => changed('quantity'),
  crossed: (f) => changed(f!),
  garbled: (f) => changed(f!),
  price_lost: () => dropped(bits.priced, 'wholesale_price'),
  below_cost: () => ({
    where: sql`c.kind = 'updated' and c.has & ~c.had & ${bits.belowCost}::int <> 0`,
    field: 'wholesale_price',
  }),
  quantity_scaled: () => scaled('quantity'),
  quantity_moved: () => moved('quantity', Math.round(decade * Math.log10(3)) - 1),
  one_price: (f) => changed(f!),
  one_text: (f) => changed(f!),
  exchanged: (f) => changed(f!),
  codes_moved: (f) => changed(f!),
  codes_changed: (f) => changed(f!),
  currency: () => changed('currency'),
  title_emptied: () => dropped(fieldBit('title'), 'title'),
  emptied: (f) => dropped(fieldBit(f!), f!),
  brand_changed: () => changed('manufacturer'),
  reworded: (f) => changed(f!),
  part_lost: () => kind('deleted'),
  part_left_stock: () => dropped(bits.inStock, 'quantity'),
  part_price: () => moved('wholesale_price', half),
}
