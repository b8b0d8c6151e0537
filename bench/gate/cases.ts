import type { GateMeasure } from '#contract/feeds/gate.ts'
import type { FeedSpec } from './feeds.ts'
import { write, type Layout } from './files.ts'
import type { Item, Supplier } from './products.ts'
import { Chance } from './random.ts'

export type Scope = 'all' | '1/8' | '2 %' | 'one part'
/** The first cause given for a case; `refused`: the file isn't read at all. */
export type Cause = GateMeasure | 'refused'

/** What a case is built from: a feed on the day after its history. */
export interface Day {
  spec: FeedSpec
  supplier: Supplier
  /** Another supplier's products. */
  others: readonly Item[]
  /** The files of the previous days, oldest first. */
  earlier: readonly Buffer[]
  chance: Chance
}
export interface Kind {
  name: string
  /** Feeds to which it can happen. */
  needs?: (spec: FeedSpec) => boolean
  /** How it changes the affected products; an item left out is missing. */
  items?: (struck: readonly Item[], day: Day) => readonly Item[]
  /** How it changes their rows. */
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

/** Fewer affected products than this are below every threshold, so no case is made of them. */
const leastStruck = 6

/** How this kind changes a feed's next file, if it can happen there. */
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
  // the brand with a share nearest to a twelfth, among those that the gate treats as parts
  const [part] = [...brands.values()]
    .filter((b) => b.length >= 20 && b.length < items.length / 3)
    .toSorted((a, b) => Math.abs(a.length - items.length / 12) - Math.abs(b.length - items.length / 12))
  return new Set(part)
}

/** The new items in the places of the affected ones; extra ones come last. */
function put(items: readonly Item[], struckItems: Set<Item>, newItems: readonly Item[]): Item[] {
  let position = 0
  const result = items.flatMap((item) => (struckItems.has(item) ? (newItems[position++] ?? []) : item))
  return [...result, ...newItems.slice(position)]
}
