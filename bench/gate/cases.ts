import type { GateMeasure } from '#contract/feeds/gate.ts'
import type { FeedSpec } from './feeds.ts'
import { write, type Layout } from './files.ts'
import type { Item, Supplier } from './products.ts'
import { Chance } from './random.ts'

export type Scope = 'all' | '1/8' | '2 %' | 'one part'
/** What may stand first in what is said of a case; `refused`: the file isn't read at all. */
export type Cause = GateMeasure | 'refused'

/** What a case is made from: a feed as it stands on the day after its history. */
export interface Day {
  spec: FeedSpec
  supplier: Supplier
  /** Another supplier's products. */
  others: readonly Item[]
  /** The files of the days before, oldest first. */
  earlier: readonly Buffer[]
  chance: Chance
}
export interface Kind {
  name: string
  /** Feeds that it can happen to. */
  needs?: (spec: FeedSpec) => boolean
  /** What it makes of the products that it strikes; an item left out is gone. */
  items?: (struck: readonly Item[], day: Day) => readonly Item[]
  /** What it makes of their rows. */
  row?: (cells: readonly string[], layout: Layout) => string[]
  layout?: (layout: Layout, day: Day) => Layout
  bytes?: (file: Buffer, day: Day) => Buffer
}
export interface Harm extends Kind {
  on: readonly Scope[]
  because: readonly Cause[]
}
export interface Case {
  name: string
  scope: Scope
  because: readonly Cause[]
  file: () => Promise<Buffer>
}

/** Fewer products than this, struck, are below every floor: no case is made of them. */
const leastStruck = 6

/** What a kind makes of a feed's next file, where it can happen there. */
export function caseOf(kind: Kind & Partial<Harm>, scope: Scope, day: Day): Case | undefined {
  const { spec, supplier } = day
  if (kind.needs && !kind.needs(spec)) return undefined
  const struckItems = struckBy(
    scope,
    supplier.items,
    spec,
    new Chance(`${spec.range.name} ${kind.name} ${scope}`),
  )
  if (struckItems.size < leastStruck) return undefined
  return {
    name: kind.name,
    scope,
    because: kind.because ?? [],
    file: async () => {
      const chance = new Chance(`${spec.range.name} ${kind.name} made`)
      const dayContext = { ...day, chance }
      const items = kind.items
        ? put(supplier.items, struckItems, kind.items([...struckItems], dayContext))
        : supplier.items
      const layout = kind.layout ? kind.layout(spec.layout, dayContext) : spec.layout
      const row = kind.row
      const file = await write(
        items,
        layout,
        row && ((item, cells) => (struckItems.has(item) ? row(cells, layout) : cells)),
      )
      return kind.bytes ? kind.bytes(file, dayContext) : file
    },
  }
}

function struckBy(scope: Scope, items: readonly Item[], spec: FeedSpec, chance: Chance): Set<Item> {
  if (scope === 'all') return new Set(items)
  if (scope === '1/8') return chance.some(items, 1 / 8)
  if (scope === '2 %') return new Set(chance.shuffled(items).slice(0, Math.ceil(items.length * 0.02)))
  const hasManufacturer = spec.layout.columns.some((c) => c.field === 'manufacturer')
  const brands = Map.groupBy(hasManufacturer ? items : [], (i) => i.brand)
  // the brand that is nearest to a twelfth of all, of those that are parts to the gate
  const [part] = [...brands.values()]
    .filter((b) => b.length >= 20 && b.length < items.length / 3)
    .toSorted((a, b) => Math.abs(a.length - items.length / 12) - Math.abs(b.length - items.length / 12))
  return new Set(part)
}

/** The struck ones in the place where each stood; those that are over come last. */
function put(items: readonly Item[], struckItems: Set<Item>, newItems: readonly Item[]): Item[] {
  let position = 0
  const result = items.flatMap((item) => (struckItems.has(item) ? (newItems[position++] ?? []) : item))
  return [...result, ...newItems.slice(position)]
}
