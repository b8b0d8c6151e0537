import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observation } from '#engine/gate/observation.ts'
import type { Db } from '#server/platform/database/db.ts'
import { bits, fieldBit, type Comparison, type Scope } from '../run/compare.ts'
import {
  groupChanges,
  movedBy,
  hasMoved,
  type ChangeGroup,
  type CatalogueCounts,
} from './catalogue-counts.ts'
import { steps, type ChangeReport, type Drift, type Step } from './change-report.ts'
import { observeSameValues } from './same-values.ts'
import { observeFirst, type MappedFile } from './first-file.ts'
import { observeFiller } from './filler.ts'
import { observeIdentity } from './identity.ts'
import {
  anotherUnit,
  countMoves,
  histogramsOf,
  moves,
  powersOfTen,
  quantityMoves,
  way,
  type Histograms,
} from './moves.ts'
import { isCode, observeCodes } from './codes.ts'
import { observeGroups } from './groups.ts'
import { half, observeParts } from './parts.ts'
import { observeExchangedAmounts } from './prices.ts'
import { observeReplacedTexts } from './replaced-texts.ts'
import { forgetReturned } from './history/returned-prices.ts'
import { observeTexts } from './texts.ts'

/** A comparison in the figures that the gate measures. */
interface Changes {
  before: CatalogueCounts
  after: CatalogueCounts
  groups: readonly ChangeGroup[]
  histograms: Histograms
}

interface ComparedFile {
  before: CatalogueCounts
  comparison: Comparison
  now: number
  /** Null: its mapping isn't judged. */
  mapped: MappedFile | null
}
/** What a file would do to the catalogue that the last applied run left (docs/domain/gate-measures.md, What the gate measures). */
export async function observeChange(
  db: Db,
  scope: Scope,
  { before, comparison, now, mapped }: ComparedFile,
): Promise<ChangeReport> {
  if (before.products === 0 && comparison.created > 0) return observeFirst(db, scope, mapped)
  await forgetReturned(db, scope, before.products, now)
  const groups = await groupChanges(db, scope)
  const after = movedBy(before, groups, scope.fields)
  const changes = { before, after, groups, histograms: await histogramsOf(db, scope) }
  const changedOf = (field: ProductField) => countUpdated(groups, (g) => (g.moved & fieldBit(field)) !== 0)
  const parts = await harmedParts(db, scope, changes)
  const observations = [
    ...observeCatalogue(changes),
    ...observeAmounts(changes),
    ...(await observeFields(db, scope, changes)),
    ...(await observeIdentity(db, scope, {
      lostProducts: countKind(groups, 'deleted'),
      newProducts: countKind(groups, 'created'),
      products: before.products,
    })),
    ...(await observeFiller(db, scope, {
      window: 'last',
      rows: countNamed(groups),
      products: after.products,
    })),
    ...(await observeSameValues(db, scope, changedOf, after.products)),
    ...(await observeTexts(db, scope, changedOf, after.products)),
    ...(await observeReplacedTexts(db, scope, changedOf, after.products)),
    ...(await observeGroups(db, scope, changedOf, after.products)),
    ...(await observeExchangedAmounts(db, scope, changes.histograms, after.products)),
  ]
  const hiddenParts = hiddenByWhole(parts, observations)
  return {
    observations: [...nameMainPart(observations, hiddenParts), ...hiddenParts].filter(hasMoved),
    after,
    quantitiesChanged: changedOf('quantity'),
    drift: driftOf(changes),
  }
}

const countIf = (groups: readonly ChangeGroup[], holds: (g: ChangeGroup) => boolean) =>
  groups.reduce((n, g) => n + (holds(g) ? g.n : 0), 0)
const countKind = (groups: readonly ChangeGroup[], kind: ChangeGroup['kind']) =>
  countIf(groups, (g) => g.kind === kind)
const countUpdated = (groups: readonly ChangeGroup[], holds: (g: ChangeGroup) => boolean) =>
  countIf(groups, (g) => g.kind === 'updated' && holds(g))
/** New products, and those that got another title or price. */
const countNamed = (groups: readonly ChangeGroup[]) =>
  countIf(
    groups,
    (g) => g.kind !== 'deleted' && (g.kind === 'created' || ((g.had ^ g.has) | g.moved) & namedBits) !== 0,
  )
const namedBits = fieldBit('title') | fieldBit('wholesale_price')
/** The bit was set and no longer is. */
const loses = (g: ChangeGroup, bit: number) => (g.had & ~g.has & bit) !== 0

const pricedProducts = (counts: CatalogueCounts) => counts.priced ?? counts.filled.wholesale_price ?? 0

function observeCatalogue({ before, after, groups }: Changes): Observation[] {
  const window = 'last' as const
  const leavesStock = countUpdated(groups, (g) => loses(g, bits.inStock))
  const losesPrice = countUpdated(groups, (g) => loses(g, bits.priced))
  const belowCost = countUpdated(groups, (g) => (g.has & ~g.had & bits.belowCost) !== 0)
  return [
    { name: 'lost', window, count: countKind(groups, 'deleted'), of: before.products },
    { name: 'new', window, count: countKind(groups, 'created'), of: after.products },
    { name: 'left_stock', window, count: leavesStock, of: before.in_stock },
    { name: 'price_lost', window, count: losesPrice, of: pricedProducts(before) },
    { name: 'below_cost', window, count: belowCost, of: before.products },
  ]
}

function observeAmounts({ before, groups, histograms }: Changes): Observation[] {
  const stillPriced = pricedProducts(before) - countIf(groups, (g) => loses(g, bits.priced))
  return [
    ...moves('wholesale_price', histograms.wholesale_price, stillPriced),
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
}

async function observeFields(db: Db, scope: Scope, { before, groups }: Changes): Promise<Observation[]> {
  const observations: Observation[] = []
  for (const field of scope.fields) {
    const bit = fieldBit(field)
    const base = { window: 'last' as const, field, of: before.filled[field] ?? 0 }
    const changedCount = countUpdated(groups, (g) => (g.moved & bit) !== 0)
    const emptiedCount = countUpdated(groups, (g) => loses(g, bit))
    if (field === 'title') observations.push({ ...base, name: 'title_emptied', count: emptiedCount })
    else if (!notEmptied.has(field)) observations.push({ ...base, name: 'emptied', count: emptiedCount })
    const name = changedAs[field]
    if (name) observations.push({ ...base, name, count: changedCount })
    else if (isCode(field))
      observations.push(...(await observeCodes(db, scope, field, { changedCount, total: base.of })))
  }
  return observations
}

/** Fields whose blanks other measures count. */
const notEmptied = new Set<ProductField>(['sku', 'quantity', 'wholesale_price'])
const changedAs: Partial<Record<ProductField, 'currency' | 'brand_changed' | 'reworded'>> = {
  currency: 'currency',
  manufacturer: 'brand_changed',
  title: 'reworded',
  description: 'reworded',
  categories: 'reworded',
  images: 'reworded',
}

function harmedParts(db: Db, scope: Scope, { before, groups, histograms }: Changes): Promise<Observation[]> {
  const harmedProducts =
    countKind(groups, 'deleted') +
    countUpdated(groups, (g) => loses(g, bits.inStock)) +
    countMoves(histograms.wholesale_price, (move) => Math.abs(move) > half)
  return observeParts(db, scope, harmedProducts, before.products)
}

function driftOf({ groups, histograms }: Changes): Drift {
  const stepDrift = steps.map((step) => {
    const least = Math.log10(1 + step / 1000)
    const distance = Math.max(way(histograms.wholesale_price, least), way(histograms.msrp, least))
    return [`beyond_${step}`, distance] as const
  })
  return {
    lost: countKind(groups, 'deleted'),
    left_stock: countUpdated(groups, (g) => loses(g, bits.inStock)),
    titles: countUpdated(groups, (g) => ((g.moved | (g.had & ~g.has)) & fieldBit('title')) !== 0),
    unpriced: countUpdated(groups, (g) => loses(g, bits.priced) || loses(g, fieldBit('msrp'))),
    ...(Object.fromEntries(stepDrift) as Record<Step, number>),
  }
}

const wholeOf = { part_lost: 'lost', part_left_stock: 'left_stock', part_price: 'price_half' } as const
const shownParts = 5

const shareOf = ({ count, of: total }: Observation) => (total === 0 ? 0 : count / total)

/** For each measure, the parts that are harmed more than the whole is; those with the most products first. */
function hiddenByWhole(parts: readonly Observation[], observations: readonly Observation[]): Observation[] {
  return (Object.keys(wholeOf) as (keyof typeof wholeOf)[]).flatMap((name) => {
    const whole = observations.find((o) => o.name === wholeOf[name] && o.field !== 'msrp')
    const wholeShare = whole ? shareOf(whole) : 0
    return parts
      .filter((p) => p.name === name && shareOf(p) > 1.5 * wholeShare)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, shownParts)
  })
}

/** Names the brand or category that most missing products belong to. */
function nameMainPart(
  observations: readonly Observation[],
  hiddenParts: readonly Observation[],
): Observation[] {
  return observations.map((observation) => {
    if (observation.name !== 'lost') return observation
    const main = hiddenParts.find(
      (p) => p.name === 'part_lost' && !p.words?.band && p.count >= observation.count * 0.6,
    )
    return main?.part === undefined ? observation : { ...observation, words: { mostly: main.part } }
  })
}
