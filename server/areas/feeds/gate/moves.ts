import type { Observed } from '#engine/gate/judge.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { decade, movingFields, type MovingField, type Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'

/** Products by how far an amount moved, in ten-thousandths of a decade. */
export type Histogram = ReadonlyMap<number, number>
export type Histograms = Record<MovingField, Histogram>

/** Those of the scope's amounts; the others haven't moved. */
export async function histogramsOf(db: Db, scope: Scope): Promise<Histograms> {
  const none: Histogram = new Map()
  const out = Object.fromEntries(movingFields.map((field) => [field, none])) as Histograms
  const fields = movingFields.filter((field) => scope.fields.includes(field))
  if (fields.length === 0) return out
  const columns = fields.map((field) => sql.ref(`${field}_move`))
  const { rows } = await sql<{ unset: number; move: number | null; n: number }>`
    select grouping(${sql.join(columns)}) as unset, coalesce(${sql.join(columns)}) as move, count(*) as n
    from ${sql.raw(stageTable(scope, 'change'))}
    where kind in ('updated', 'restored')
    group by grouping sets (${sql.join(columns.map((column) => sql`(${column})`))})`.execute(db)
  fields.forEach((field, i) => {
    // `grouping` sets the bits of those that a row isn't about; the first has the highest
    const unset = (1 << fields.length) - 1 - (1 << (fields.length - 1 - i))
    const own = rows.flatMap((r) => (r.unset === unset && r.move !== null ? [[r.move, r.n] as const] : []))
    out[field] = new Map(own)
  })
  return out
}

/** All the way that amounts moved which moved at least so far, in decades. */
export const way = (histogram: Histogram, least = 0) =>
  [...histogram].reduce(
    (n, [move, count]) => n + (Math.abs(move) < least * decade ? 0 : Math.abs(move) * count),
    0,
  ) / decade
/** How many moved so. */
export const total = (histogram: Histogram, of: (move: number) => boolean) =>
  [...histogram].reduce((n, [move, count]) => n + (of(move) ? count : 0), 0)
/** Half as much again, and a third less. */
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
  field: 'wholesale_price' | 'msrp' | 'map_price',
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
  return [
    beyond('price_half', half),
    beyond('price_five', five),
    powersOfTen(field, histogram, of, window),
    ...(field === 'wholesale_price' ? [medianMove(histogram, of, window)] : []),
  ]
}

/** @param of products that have the amount before and after */
export function powersOfTen(
  field: MovingField,
  histogram: Histogram,
  of: number,
  window: Observed['window'] = 'last',
): Observed {
  const powers = [-3, -2, -1, 1, 2, 3].map((k) => [k, total(histogram, (m) => powerOf(m) === k)] as const)
  const [factor] = powers.reduce((a, b) => (b[1] > a[1] ? b : a))
  const count = powers.reduce((n, [, c]) => n + c, 0)
  const name = field.includes('price') || field === 'msrp' ? 'powers_of_ten' : 'scaled'
  return { name, window, field, count, of, words: { factor } }
}

/** Within 3 % of one factor: small weights are rounded. */
const alike = decade * 0.012
/** Of those that moved so many by one factor are another unit's. */
const mostMoved = 0.6
/**
 * Pounds for kilograms, inches for centimetres, grams for ounces: most of what moved did so by one factor.
 */
export function anotherUnit(field: 'weight' | 'length', histogram: Histogram, of: number): Observed {
  const moved = total(histogram, () => true)
  const candidates = [...histogram].toSorted(([, a], [, b]) => b - a).slice(0, 20)
  const [factor, count] = candidates
    .map(([move]) => [move, total(histogram, (m) => Math.abs(m - move) <= alike)] as const)
    .reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0] as const)
  const one = Math.abs(factor) > half && powerOf(factor) === 0 && count >= moved * mostMoved
  const times = 10 ** (Math.abs(factor) / decade)
  const words = { times: Number(times.toPrecision(2)), up: factor > 0 ? 1 : 0 }
  return { name: 'another_unit', window: 'last', field, count: one ? count : 0, of, words }
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
