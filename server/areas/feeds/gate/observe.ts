import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observation } from '#engine/gate/judge.ts'
import type { Db } from '#server/platform/database/db.ts'
import { bits, fieldBit, type Comparison, type Scope } from '../run/compare.ts'
import { observeSameValues } from './same-values.ts'
import { groupChanges, movedBy, hasMoved, type ChangeGroup, type CatalogueCounts } from './catalogue-counts.ts'
import { observeFirst } from './first-file.ts'
import { observeIdentity } from './identity.ts'
import { anotherUnit, histogramsOf, moves, powersOfTen, quantityMoves, countMoves, way } from './moves.ts'
import { isCode, observeCodes } from './codes.ts'
import { observeGroups } from './groups.ts'
import { half, observeParts } from './parts.ts'
import { observeExchangedAmounts } from './prices.ts'
import { observeReplacedTexts } from './replaced-texts.ts'
import { forgetReturned } from './history/returned-prices.ts'
import { observeTexts } from './texts.ts'

export interface ChangeReport {
  observed: Observation[]
  /** The catalogue as it would be. */
  after: CatalogueCounts
  /** How many products' stock would move; a feed's first file moves none. */
  quantitiesChanged?: number
  drift?: Drift
}

/** Steps of a price, in thousandths. */
export const steps = [0, 5, 10, 20, 50] as const
export type Step = `beyond_${(typeof steps)[number]}`
/**
 * What a run adds at most to what a window may come to: products, and the way that cost or list prices moved
 * together which moved at least by a step, in decades.
 */
export type Drift = Record<'lost' | 'left_stock' | 'titles' | 'unpriced' | Step, number>

/** What a file would do to the catalogue that the last applied run left (docs/domain.md, Feeds: the gate). */
export async function observeChange(
  db: Db,
  scope: Scope,
  before: CatalogueCounts,
  found: Comparison,
  now: number,
): Promise<ChangeReport> {
  if (before.products === 0 && found.created > 0) return observeFirst(db, scope)
  await forgetReturned(db, scope, before.products, now)
  const groups = await groupChanges(db, scope)
  const after = movedBy(before, groups, scope.fields)
  const histograms = await histogramsOf(db, scope)
  const priced = before.priced ?? before.filled.wholesale_price ?? 0
  const sum = (of: (g: ChangeGroup) => boolean) => groups.reduce((n, g) => n + (of(g) ? g.n : 0), 0)
  const updated = (of: (g: ChangeGroup) => boolean) => sum((g) => g.kind === 'updated' && of(g))
  const last = 'last' as const
  const lost = sum((g) => g.kind === 'deleted')
  const isNew = sum((g) => g.kind === 'created')
  const observed: Observation[] = [
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
    ...moves('map_price', histograms.map_price, before.filled.map_price ?? 0),
    ...quantityMoves(histograms.quantity, before.in_stock),
    ...(['dropship_fee', 'shipping_cost', 'weight', 'length'] as const).map((field) =>
      powersOfTen(field, histograms[field], before.filled[field] ?? 0),
    ),
    ...(['weight', 'length'] as const).map((field) =>
      anotherUnit(field, histograms[field], before.filled[field] ?? 0),
    ),
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
    else if (isCode(field)) observed.push(...(await observeCodes(db, scope, field, changed, of)))
  }
  const changedOf = (field: ProductField) => updated((g) => (g.moved & fieldBit(field)) !== 0)
  const struck =
    lost +
    updated((g) => dropped(g, bits.inStock)) +
    countMoves(histograms.wholesale_price, (move) => Math.abs(move) > half)
  const parts = hiddenByWhole(await observeParts(db, scope, struck, before.products), observed)
  const mostly = parts.find((p) => p.name === 'part_lost' && !p.words?.band && p.count >= lost * 0.6)
  if (mostly) observed[0]!.words = { mostly: mostly.part! }
  observed.push(
    ...(await observeIdentity(db, scope, { lostProducts: lost, isNew, products: before.products })),
    ...(await observeSameValues(db, scope, changedOf, after.products)),
    ...(await observeTexts(db, scope, changedOf, after.products)),
    ...(await observeReplacedTexts(db, scope, changedOf, after.products)),
    ...(await observeGroups(db, scope, changedOf, after.products)),
    ...(await observeExchangedAmounts(db, scope, histograms, after.products)),
    ...parts,
  )
  const drift: Drift = {
    lost,
    left_stock: updated((g) => dropped(g, bits.inStock)),
    titles: updated((g) => ((g.moved | (g.had & ~g.has)) & fieldBit('title')) !== 0),
    unpriced: updated((g) => dropped(g, bits.priced) || dropped(g, fieldBit('msrp'))),
    ...(Object.fromEntries(
      steps.map((step) => {
        const least = Math.log10(1 + step / 1000)
        return [
          `beyond_${step}`,
          Math.max(way(histograms.wholesale_price, least), way(histograms.msrp, least)),
        ]
      }),
    ) as Record<Step, number>),
  }
  return { observed: observed.filter(hasMoved), after, quantitiesChanged: changedOf('quantity'), drift }
}

const wholeOf = { part_lost: 'lost', part_left_stock: 'left_stock', part_price: 'price_half' } as const
const shownParts = 5

/** Of each measure the parts that are harmed more than the whole is, those of most products first. */
function hiddenByWhole(parts: readonly Observation[], observed: readonly Observation[]): Observation[] {
  const share = ({ count, of }: Observation) => (of === 0 ? 0 : count / of)
  return (Object.keys(wholeOf) as (keyof typeof wholeOf)[]).flatMap((name) => {
    const whole = observed.find((o) => o.name === wholeOf[name] && o.field !== 'msrp')
    return parts
      .filter((p) => p.name === name && share(p) > 1.5 * (whole ? share(whole) : 0))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, shownParts)
  })
}

/** The bit was set and isn't any more. */
const dropped = ({ had, has }: ChangeGroup, bit: number) => (had & ~has & bit) !== 0
/** What a blank of means is measured otherwise. */
const notEmptied = new Set<ProductField>(['sku', 'quantity', 'wholesale_price'])
const changedAs: Partial<Record<ProductField, 'currency' | 'brand_changed' | 'reworded'>> = {
  currency: 'currency',
  manufacturer: 'brand_changed',
  title: 'reworded',
  description: 'reworded',
  categories: 'reworded',
  images: 'reworded',
}
