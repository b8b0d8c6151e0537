import { hasColumn, type ColumnKey, type FeedSpec } from './feeds.ts'
import type { Cause } from './cases.ts'
import { dearer, type Item } from './products.ts'
import type { Chance } from './random.ts'

export interface Drift {
  name: string
  harmful: boolean
  /** It causes a warning instead of a hold. */
  warned?: true
  /** Days that it continues, if nothing stops it. */
  days: number
  because: readonly Cause[]
  needs?: (spec: FeedSpec) => boolean
  /** The next day's products; `harmed` has the SKUs that it has already changed. */
  next(
    items: readonly Item[],
    day: {
      harmed: Set<string>
      all: number
      chance: Chance
      fresh: (n: number) => Item[]
    },
  ): Item[]
}

const needs = (key: ColumnKey) => (spec: FeedSpec) => hasColumn(spec, key)
const full = ({ rules }: FeedSpec) => (rules?.covers ?? 'all') === 'all'

/** This share of the original products goes wrong each day, each product once. */
const creeping =
  (share: number, change: (item: Item) => Item | undefined): Drift['next'] =>
  (items, { harmed: harmedSkus, all, chance }) => {
    const sound = chance.shuffled(items.filter((item) => !harmedSkus.has(item.sku)))
    const struckSkus = new Set(sound.slice(0, Math.max(1, Math.round(all * share))))
    for (const item of struckSkus) harmedSkus.add(item.sku)
    return items.flatMap((item) => (struckSkus.has(item) ? (change(item) ?? []) : item))
  }
const losing = (share: number): Drift => ({
  name: `${share * 100} % of products gone a day`,
  harmful: true,
  days: 15,
  because: ['lost'],
  needs: full,
  next: creeping(share, () => undefined),
})
const cents = (share: number, label: string): Drift => ({
  name: `prices in cents on ${label} a day`,
  harmful: true,
  days: 8,
  because: ['powers_of_ten', 'price_five'],
  needs: needs('price'),
  next: creeping(share, (item) => ({ ...item, ...dearer(item, 100) })),
})

/** Changes that no single day reveals, and honest growth. */
export const drifts: readonly Drift[] = [
  losing(0.03),
  losing(0.05),
  losing(0.1),
  cents(1 / 8, '1/8'),
  cents(0.01, '1 %'),
  cents(0.003, '0.3 %'),
  {
    name: 'prices that can’t be read on 4 % a day',
    harmful: true,
    days: 8,
    because: ['rejected', 'unreadable', 'price_lost'],
    needs: needs('price'),
    next: creeping(0.04, (item) => ({ ...item, price: Number.NaN })),
  },
  {
    name: 'list prices below cost on 0.9 % a day',
    harmful: true,
    days: 15,
    because: ['below_cost', 'price_half'],
    needs: (spec) => hasColumn(spec, 'price') && hasColumn(spec, 'msrp') && spec.count > 300,
    next: creeping(0.009, (item) => ({ ...item, msrp: Math.round(item.price * 80) / 100 })),
  },
  {
    name: 'UPCs of other products on 0.9 % a day',
    harmful: true,
    days: 15,
    because: ['codes_moved'],
    needs: (spec) => hasColumn(spec, 'upc') && spec.count > 300,
    next: (items, { harmed: harmedSkus, all, chance }) => {
      const sound = chance.shuffled(items.filter((item) => !harmedSkus.has(item.sku)))
      const struckItems = sound.slice(0, Math.round(all * 0.009))
      const next = new Map(
        struckItems.map((item, i) => [item, struckItems[(i + 1) % struckItems.length]!.upc]),
      )
      for (const item of struckItems) harmedSkus.add(item.sku)
      return items.map((item) => ({ ...item, upc: next.get(item) ?? item.upc }))
    },
  },
  {
    name: 'descriptions emptied on 8 % a day',
    harmful: true,
    days: 8,
    because: ['emptied'],
    needs: needs('description'),
    next: creeping(0.08, (item) => ({ ...item, description: '' })),
  },
  {
    name: 'titles of other products on 4 % a day',
    harmful: true,
    days: 8,
    because: ['exchanged'],
    needs: needs('title'),
    next: (items, { harmed: harmedSkus, all, chance }) => {
      const sound = chance.shuffled(items.filter((item) => !harmedSkus.has(item.sku)))
      const struckItems = sound.slice(0, Math.max(2, Math.round(all * 0.04)))
      const next = new Map(
        struckItems.map((item, i) => [item, struckItems[(i + 1) % struckItems.length]!.title]),
      )
      for (const item of struckItems) harmedSkus.add(item.sku)
      return items.map((item) => ({ ...item, title: next.get(item) ?? item.title }))
    },
  },
  {
    name: 'all prices 4 % higher a day',
    harmful: true,
    days: 8,
    because: ['median_price'],
    needs: needs('price'),
    next: (items, { harmed: harmedSkus }) =>
      items.map((item) => {
        harmedSkus.add(item.sku)
        return { ...item, ...dearer(item, 1.04) }
      }),
  },
  {
    name: 'titles of another trade on 4 % a day',
    harmful: true,
    days: 8,
    because: ['replaced'],
    needs: (spec) => hasColumn(spec, 'title') && spec.count >= 300,
    next: creeping(0.04, (item) => ({ ...item, title: `Garden hose ${item.ref}` })),
  },
  {
    name: 'a sale of a week, 14 % off, and its end',
    harmful: false,
    days: 10,
    because: [],
    needs: needs('price'),
    next: (items, { harmed: passedItems, chance }) => {
      passedItems.add(`day ${passedItems.size + 1}`)
      const soldItems = chance.some(items, 0.1)
      return items.map((item) => {
        const quantity = Math.max(1, item.quantity + (soldItems.has(item) ? 1 : 0))
        const stockedItem = item.quantity > 0 ? { ...item, quantity } : item
        if (passedItems.size === 1)
          return { ...stockedItem, price: dearer(item, 0.86).price, regular: item.price }
        return passedItems.size === 8 ? { ...stockedItem, price: item.regular ?? item.price } : stockedItem
      })
    },
  },
  {
    name: 'stock stands still while prices move',
    harmful: true,
    warned: true,
    days: 9,
    because: ['stuck'],
    needs: (spec) => hasColumn(spec, 'price') && hasColumn(spec, 'quantity') && spec.pace.speed === 1,
    next: (items, { chance }) => {
      const struckItems = chance.some(items, 0.05)
      return items.map((item) => (struckItems.has(item) ? { ...item, ...dearer(item, 1.02) } : item))
    },
  },
  {
    name: '1 % more products a day, 30 days',
    harmful: false,
    days: 30,
    because: [],
    next: (items, { all, fresh }) => [...items, ...fresh(Math.ceil(all * 0.01))],
  },
  {
    name: 'all prices 0.2 % higher a day, 30 days',
    harmful: false,
    days: 30,
    because: [],
    needs: needs('price'),
    next: (items) => items.map((item) => ({ ...item, ...dearer(item, 1.002) })),
  },
]
