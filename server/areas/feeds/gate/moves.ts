import type { Observation } from '#engine/gate/observation.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { decade, movingFields, type MovingField, type Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'

/** Products by how far an amount moved, in ten-thousandths of a decade. */
export type Histogram = ReadonlyMap<number, number>
export type Histograms = Record<MovingField, Histogram>

/** The histograms of the scope's amounts; the others are empty. */
export async function histogramsOf(db: Db, scope: Scope): Promise<Histograms> {
  const emptyHistogram: Histogram = new Map()
  const histograms = Object.fromEntries(movingFields.map((field) => [field, emptyHistogram])) as Histograms
  const fields = movingFields.filter((field) => scope.fields.includes(field))
  if (fields.length === 0) return histograms
  const columns = fields.map((field) => sql.ref(`${field}_move`))
  const { rows } = await sql<{ unset: number; move: number | null; n: number }>`
    select grouping(${sql.join(columns)}) as unset, coalesce(${sql.join(columns)}) as move, count(*) as n
    from ${sql.raw(stageTable(scope, 'change'))}
    where kind in ('updated', 'restored')
    group by grouping sets (${sql.join(columns.map((column) => sql`(${column})`))})`.execute(db)
  fields.forEach((field, i) => {
    // `grouping` sets the bits of the columns that a row leaves out; the first column has the highest bit
    const unset = (1 << fields.length) - 1 - (1 << (fields.length - 1 - i))
    const moveCounts = rows.flatMap((r) =>
      r.unset === unset && r.move !== null ? [[r.move, r.n] as const] : [],
    )
    histograms[field] = new Map(moveCounts)
  })
  return histograms
}

/** The total distance, in decades, of the amounts that moved at least that far. */
export const way = (histogram: Histogram, least = 0) =>
  [...histogram].reduce(
    (n, [move, count]) => n + (Math.abs(move) < least * decade ? 0 : Math.abs(move) * count),
    0,
  ) / decade
/** How many amounts moved in a certain way. */
export const countMoves = (histogram: Histogram, predicate: (move: number) => boolean) =>
  [...histogram].reduce((n, [move, count]) => n + (predicate(move) ? count : 0), 0)
/** Half as much again, and a third less. */
const half = decade * Math.log10(1.5)
const five = decade * Math.log10(5) - 0.5
const three = decade * Math.log10(3) - 0.5
/** Within 0.7 % of a power of ten. */
const powerOf = (move: number): number => {
  const power = Math.round(move / decade)
  return power !== 0 && Math.abs(power) <= 3 && Math.abs(move - power * decade) <= decade * 0.003 ? power : 0
}

/** @param total products that have the price before and after */
export function moves(
  field: 'wholesale_price' | 'msrp' | 'map_price',
  histogram: Histogram,
  total: number,
  window: Observation['window'] = 'last',
): Observation[] {
  const movedBeyond = (name: 'price_half' | 'price_five', limit: number): Observation => ({
    name,
    window,
    field,
    count: countMoves(histogram, (m) => Math.abs(m) > limit),
    of: total,
    words: { up: countMoves(histogram, (m) => m > limit) },
  })
  return [
    movedBeyond('price_half', half),
    movedBeyond('price_five', five),
    powersOfTen(field, histogram, total, window),
    ...(field === 'wholesale_price' ? [medianMove(histogram, total, window)] : []),
  ]
}

/** @param total products that have the amount before and after */
export function powersOfTen(
  field: MovingField,
  histogram: Histogram,
  total: number,
  window: Observation['window'] = 'last',
): Observation {
  const powers = [-3, -2, -1, 1, 2, 3].map(
    (k) => [k, countMoves(histogram, (m) => powerOf(m) === k)] as const,
  )
  const [factor] = powers.reduce((a, b) => (b[1] > a[1] ? b : a))
  const count = powers.reduce((n, [, c]) => n + c, 0)
  const name = field.includes('price') || field === 'msrp' ? 'powers_of_ten' : 'scaled'
  return { name, window, field, count, of: total, words: { factor } }
}

/** Within 3 % of one factor, since small weights are rounded. */
const sameFactor = decade * 0.012
/** If at least this share moved by one factor, the unit changed. */
const mostMoved = 0.6
/** Pounds for kilograms, inches for centimeters, grams for ounces: most amounts that moved did so by one factor. */
export function anotherUnit(field: 'weight' | 'length', histogram: Histogram, total: number): Observation {
  const movedCount = countMoves(histogram, () => true)
  const candidates = [...histogram].toSorted(([, a], [, b]) => b - a).slice(0, 20)
  const [factor, count] = candidates
    .map(([move]) => [move, countMoves(histogram, (m) => Math.abs(m - move) <= sameFactor)] as const)
    .reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0] as const)
  const isOneFactor = Math.abs(factor) > half && powerOf(factor) === 0 && count >= movedCount * mostMoved
  const times = 10 ** (Math.abs(factor) / decade)
  const words = { times: Number(times.toPrecision(2)), up: factor > 0 ? 1 : 0 }
  return { name: 'another_unit', window: 'last', field, count: isOneFactor ? count : 0, of: total, words }
}

/** How far the median price moved, in percent; prices that didn't move count as 0. */
function medianMove(histogram: Histogram, total: number, window: Observation['window']): Observation {
  const movedCount = countMoves(histogram, () => true)
  const sortedMoves = [...histogram, [0, Math.max(0, total - movedCount)] as const].toSorted(
    ([a], [b]) => a - b,
  )
  const all = sortedMoves.reduce((n, [, count]) => n + count, 0)
  let cumulative = 0
  const [middle] = sortedMoves.find(([, count]) => (cumulative += count) * 2 >= all) ?? [0]
  return {
    name: 'median_price',
    window,
    count: middle === 0 ? 0 : movedCount,
    of: total,
    value: Math.round((10 ** (middle / decade) - 1) * 1000) / 10,
  }
}

/**
 * Restocked quantities rise and sold ones fall to nothing. Quantities of another product or column do both, or
 * are of a different size altogether.
 */
export function quantityMoves(histogram: Histogram, total: number): Observation[] {
  const far = countMoves(histogram, (m) => Math.abs(m) >= 2 * decade)
  const rose = countMoves(histogram, (m) => m >= three)
  const fell = countMoves(histogram, (m) => m <= -three)
  const bothWays = 2 * Math.min(rose, fell)
  return [
    {
      name: 'quantity_scaled',
      window: 'last',
      count: countMoves(histogram, (m) => powerOf(m) !== 0),
      of: total,
    },
    {
      name: 'quantity_moved',
      window: 'last',
      count: Math.max(far, bothWays),
      of: total,
      words: { times: far >= bothWays ? 100 : 3 },
    },
  ]
}
