import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observed } from '#engine/gate/judge.ts'
import { sql, type Db } from '#server/platform/db.ts'
import { bits, decade, fieldBit, firstLoadColumns, type Comparison, type Scope } from '../compare.ts'
import { stageTable } from '../stage.ts'
import { observeAlike } from './alike.ts'
import { observeIdentity } from './identity.ts'
import { observeParts } from './parts.ts'

/** A catalogue of live products as counts. `filled` counts those whose field isn't blank. */
export interface CatalogueCounts {
  products: number
  in_stock: number
  priced?: number
  filled: Partial<Record<ProductField, number>>
}
export interface Seen {
  observed: Observed[]
  /** The catalogue as it would be. */
  after: CatalogueCounts
  /** How many products' stock would move; a feed's first file moves none. */
  quantitiesChanged?: number
  drift?: Drift
}

/**
 * What a run adds at most to what a window may come to: products, and for prices the way that all of them
 * moved together, in decades.
 */
export interface Drift {
  lost: number
  left_stock: number
  titles: number
  unpriced: number
  wholesale_price: number
  msrp: number
}

/** Changes that are alike in what the gate asks, counted. */
interface Alike {
  kind: 'created' | 'restored' | 'updated' | 'deleted'
  moved: number
  had: number
  has: number
  n: number
}

/** What a file would do to the catalogue that the last applied run left (docs/domain.md, Feeds: the gate). */
export async function observeChange(
  db: Db,
  scope: Scope,
  before: CatalogueCounts,
  found: Comparison,
): Promise<Seen> {
  if (before.products === 0 && found.created > 0) return observeFirst(db, scope)
  const groups = await groupChanges(db, scope)
  const after = movedBy(before, groups, scope.fields)
  const histograms = await histogramsOf(db, scope)
  const priced = before.priced ?? before.filled.wholesale_price ?? 0
  const sum = (of: (g: Alike) => boolean) => groups.reduce((n, g) => n + (of(g) ? g.n : 0), 0)
  const updated = (of: (g: Alike) => boolean) => sum((g) => g.kind === 'updated' && of(g))
  const last = 'last' as const
  const lost = sum((g) => g.kind === 'deleted')
  const isNew = sum((g) => g.kind === 'created')
  const observed: Observed[] = [
    { name: 'lost', window: last, count: lost, of: before.products },
    { name: 'new', window: last, count: isNew, of: after.products },
    {
      name: 'left_stock',
      window: last,
      count: updated((g) => dropped(g, bits.inStock)),
      of: before.in_stock,
    },
    { name: 'price_lost', window: last, count: updated((g) => dropped(g, bits.priced)), of: priced },
    {
      name: 'below_cost',
      window: last,
      count: updated((g) => (g.has & ~g.had & bits.belowCost) !== 0),
      of: before.products,
    },
    ...moves('wholesale_price', histograms.wholesale_price, priced - sum((g) => dropped(g, bits.priced))),
    ...moves('msrp', histograms.msrp, before.filled.msrp ?? 0),
    ...quantityMoves(histograms.quantity, before.in_stock),
  ]
  for (const field of scope.fields) {
    const bit = fieldBit(field)
    const of = before.filled[field] ?? 0
    const changed = updated((g) => (g.moved & bit) !== 0)
    const emptied = updated((g) => dropped(g, bit))
    if (field === 'title') observed.push({ name: 'title_emptied', window: last, field, count: emptied, of })
    else if (!notEmptied.has(field))
      observed.push({ name: 'emptied', window: last, field, count: emptied, of })
    const name = changedAs[field]
    if (name) observed.push({ name, window: last, field, count: changed, of })
  }
  const changedOf = (field: ProductField) => updated((g) => (g.moved & fieldBit(field)) !== 0)
  const parts = hiddenByWhole(await observeParts(db, scope), observed)
  const mostly = parts.find((p) => p.name === 'part_lost' && !p.words?.band && p.count >= lost * 0.6)
  if (mostly) observed[0]!.words = { mostly: mostly.part! }
  observed.push(
    ...(await observeIdentity(db, scope, { lost, isNew, products: before.products })),
    ...(await observeAlike(db, scope, changedOf, after.products)),
    ...parts,
  )
  const drift: Drift = {
    lost,
    left_stock: updated((g) => dropped(g, bits.inStock)),
    titles: updated((g) => ((g.moved | (g.had & ~g.has)) & fieldBit('title')) !== 0),
    unpriced: updated((g) => dropped(g, bits.priced) || dropped(g, fieldBit('msrp'))),
    wholesale_price: way(histograms.wholesale_price),
    msrp: way(histograms.msrp),
  }
  return { observed: observed.filter(says), after, quantitiesChanged: changedOf('quantity'), drift }
}

const wholeOf = { part_lost: 'lost', part_left_stock: 'left_stock', part_price: 'price_half' } as const
const shownParts = 5

/** Of each measure the parts that are harmed more than the whole is, those of most products first. */
function hiddenByWhole(parts: readonly Observed[], observed: readonly Observed[]): Observed[] {
  const share = ({ count, of }: Observed) => (of === 0 ? 0 : count / of)
  return (Object.keys(wholeOf) as (keyof typeof wholeOf)[]).flatMap((name) => {
    const whole = observed.find((o) => o.name === wholeOf[name] && o.field !== 'msrp')
    return parts
      .filter((p) => p.name === name && share(p) > 1.5 * (whole ? share(whole) : 0))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, shownParts)
  })
}

/** Nothing that didn't move is kept: a measure that isn't there was 0. */
const says = ({ count, value }: Observed) => count > 0 || (value ?? 0) !== 0
/** The bit was set and isn't any more. */
const dropped = ({ had, has }: Alike, bit: number) => (had & ~has & bit) !== 0
/** What a blank of means is measured otherwise. */
const notEmptied = new Set<ProductField>(['sku', 'quantity', 'wholesale_price'])
const changedAs: Partial<Record<ProductField, 'currency' | 'brand_changed' | 'reworded' | 'codes_changed'>> =
  {
    currency: 'currency',
    manufacturer: 'brand_changed',
    title: 'reworded',
    description: 'reworded',
    categories: 'reworded',
    images: 'reworded',
    upc: 'codes_changed',
    ean: 'codes_changed',
    isbn: 'codes_changed',
    asin: 'codes_changed',
  }

async function groupChanges(db: Db, scope: Scope): Promise<Alike[]> {
  const { rows } = await sql<Alike>`
    select kind, changed & had & has as moved, had, has, count(*) as n
    from ${sql.raw(stageTable(scope, 'change'))}
    where kind <> 'rehashed'
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

/** The catalogue's counts, moved by the changes: nobody counts a million products anew. */
function movedBy(
  before: CatalogueCounts,
  groups: readonly Alike[],
  fields: readonly ProductField[],
): CatalogueCounts {
  const by = (bit: number) =>
    groups.reduce((n, g) => n + (g.has & bit ? g.n : 0) - (g.had & bit ? g.n : 0), 0)
  const coming = groups.reduce(
    (n, g) => n + (g.kind === 'deleted' ? -g.n : g.kind === 'updated' ? 0 : g.n),
    0,
  )
  const filled = Object.fromEntries(fields.map((f) => [f, (before.filled[f] ?? 0) + by(fieldBit(f))]))
  return {
    products: before.products + coming,
    in_stock: before.in_stock + by(bits.inStock),
    priced: (before.priced ?? before.filled.wholesale_price ?? 0) + by(bits.priced),
    filled: { ...before.filled, ...filled },
  }
}

/** Products by how far an amount moved, in ten-thousandths of a decade. */
type Histogram = ReadonlyMap<number, number>
type Histograms = Record<'wholesale_price' | 'msrp' | 'quantity', Histogram>

async function histogramsOf(db: Db, scope: Scope): Promise<Histograms> {
  const { rows } = await sql<{ which: number; price: number; msrp: number; quantity: number; n: number }>`
    select grouping(wholesale_price_move, msrp_move, quantity_move) as which,
      wholesale_price_move as price, msrp_move as msrp, quantity_move as quantity, count(*) as n
    from ${sql.raw(stageTable(scope, 'change'))}
    where kind in ('updated', 'restored')
    group by grouping sets ((wholesale_price_move), (msrp_move), (quantity_move))`.execute(db)
  const of = (which: number, move: (row: (typeof rows)[number]) => number | null) =>
    new Map(rows.flatMap((r) => (r.which === which && move(r) !== null ? [[move(r)!, r.n] as const] : [])))
  return {
    wholesale_price: of(0b011, (r) => r.price),
    msrp: of(0b101, (r) => r.msrp),
    quantity: of(0b110, (r) => r.quantity),
  }
}

/** All the way that amounts moved, in decades. */
const way = (histogram: Histogram) =>
  [...histogram].reduce((n, [move, count]) => n + Math.abs(move) * count, 0) / decade
const total = (histogram: Histogram, of: (move: number) => boolean) =>
  [...histogram].reduce((n, [move, count]) => n + (of(move) ? count : 0), 0)
const half = decade * Math.log10(1.5)
const five = decade * Math.log10(5) - 0.5
const three = decade * Math.log10(3) - 0.5
/** Within 0.7 % of a power of ten. */
const powerOf = (move: number): number => {
  const power = Math.round(move / decade)
  return power !== 0 && Math.abs(power) <= 3 && Math.abs(move - power * decade) <= decade * 0.003 ? power : 0
}

/** @param of products that have the price before and after */
export function moves(
  field: 'wholesale_price' | 'msrp',
  histogram: Histogram,
  of: number,
  window: Observed['window'] = 'last',
): Observed[] {
  const beyond = (name: 'price_half' | 'price_five', limit: number): Observed => ({
    name,
    window,
    field,
    count: total(histogram, (m) => Math.abs(m) > limit),
    of,
    words: { up: total(histogram, (m) => m > limit) },
  })
  const powers = [-3, -2, -1, 1, 2, 3].map((k) => [k, total(histogram, (m) => powerOf(m) === k)] as const)
  const [factor] = powers.reduce((a, b) => (b[1] > a[1] ? b : a))
  const count = powers.reduce((n, [, c]) => n + c, 0)
  return [
    beyond('price_half', half),
    beyond('price_five', five),
    { name: 'powers_of_ten', window, field, count, of, words: { factor } },
    ...(field === 'wholesale_price' ? [medianMove(histogram, of, window)] : []),
  ]
}

/** How far the middle one of all prices moved, percent: those that didn't are 0. */
function medianMove(histogram: Histogram, of: number, window: Observed['window']): Observed {
  const moved = total(histogram, () => true)
  const sorted = [...histogram, [0, Math.max(0, of - moved)] as const].toSorted(([a], [b]) => a - b)
  const all = sorted.reduce((n, [, count]) => n + count, 0)
  let seen = 0
  const [middle] = sorted.find(([, count]) => (seen += count) * 2 >= all) ?? [0]
  return {
    name: 'median_price',
    window,
    count: middle === 0 ? 0 : moved,
    of,
    value: Math.round((10 ** (middle / decade) - 1) * 1000) / 10,
  }
}

/**
 * Restocked quantities rise, and sold ones fall to nothing; another product's or column's do both, or are
 * of another size altogether.
 */
export function quantityMoves(histogram: Histogram, of: number): Observed[] {
  const far = total(histogram, (m) => Math.abs(m) >= 2 * decade)
  const rose = total(histogram, (m) => m >= three)
  const fell = total(histogram, (m) => m <= -three)
  const both = 2 * Math.min(rose, fell)
  return [
    { name: 'quantity_scaled', window: 'last', count: total(histogram, (m) => powerOf(m) !== 0), of },
    {
      name: 'quantity_moved',
      window: 'last',
      count: Math.max(far, both),
      of,
      words: { times: far >= both ? 100 : 3 },
    },
  ]
}

/** Fewer products than this of a first file say nothing by having one price. */
const leastFirst = 20
/** Of a larger first file some are looked at for a value that nearly all have. */
const firstLooked = 50_000

/** A feed's first file has nothing to be compared with, but much can be wrong with it alone. */
async function observeFirst(db: Db, scope: Scope): Promise<Seen> {
  const stage = sql.raw(stageTable(scope))
  const { rows } = await sql<{ has: number; n: number }>`
    select ${firstLoadColumns(scope)} as has, count(*) as n
    from ${stage} s
    group by 1`.execute(db)
  const groups = rows.map(({ has, n }): Alike => ({ kind: 'created', moved: 0, had: 0, has, n }))
  const after = movedBy({ products: 0, in_stock: 0, priced: 0, filled: {} }, groups, scope.fields)
  const { products } = after
  if (products < leastFirst) return { observed: [], after }
  const sum = (bit: number) => groups.reduce((n, g) => n + (g.has & bit ? g.n : 0), 0)
  const window = 'first' as const
  const observed: Observed[] = [
    { name: 'below_cost', window, count: sum(bits.belowCost), of: products },
    ...(scope.fields.includes('wholesale_price')
      ? [{ name: 'price_lost' as const, window, count: products - after.priced!, of: products }]
      : []),
  ]
  const every = Math.ceil(products / firstLooked)
  for (const [field, name] of [
    ['wholesale_price', 'one_price'],
    ['title', 'one_text'],
  ] as const) {
    if (!scope.fields.includes(field)) continue
    const { rows } = await sql<{ value: string; n: number }>`
      select ${sql.ref(field)}::text as value, count(*) * ${every}::int as n
      from ${stage}
      where ${sql.ref(field)} is not null and line % ${every}::int = 0
      group by 1
      order by 2 desc
      limit 1`.execute(db)
    if (rows[0])
      observed.push({
        name,
        window,
        field,
        count: Math.min(rows[0].n, products),
        of: products,
        words: { value: rows[0].value },
      })
  }
  return { observed: observed.filter(says), after }
}
