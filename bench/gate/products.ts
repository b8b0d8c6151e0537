import { Chance } from './random.ts'

/** A product as its supplier knows it; the layout decides what the feed's file has of it. */
export interface Item {
  sku: string
  ref: string
  title: string
  description: string
  brand: string
  category: string
  image: string
  price: number
  msrp: number
  map: number
  weight: number
  quantity: number
  upc: string
  currency: string
  parent: string
  option: string
  /** Its price before a sale. */
  regular?: number
}

export type SkuStyle = 'letters' | 'padded' | 'plain'
export interface Range {
  name: string
  skus: SkuStyle
  currencies: readonly string[]
}

const brands = ['Acorn', 'Brightly', 'Calder', 'Dunmore', 'Everfold', 'Fenwick', 'Galt', 'Harrow', 'Islay']
export const kinds = [
  'Lamp',
  'Chair',
  'Kettle',
  'Blanket',
  'Drill',
  'Mirror',
  'Shelf',
  'Basket',
  'Clock',
  'Rug',
]
export const looks = ['oak', 'steel', 'linen', 'brass', 'ivory', 'cobalt', 'walnut', 'slate', 'amber', 'moss']
const sizes = ['S', 'M', 'L', 'XL']

/** The n-th product of a supplier's range, always the same. */
export function makeItem({ name, skus, currencies }: Range, n: number): Item {
  const chance = new Chance(`${name} ${n}`)
  const brand = brands[Math.floor(brands.length * chance.next() ** 1.6)]!
  const kindIndex = chance.below(kinds.length)
  const kind = kinds[kindIndex]!
  const price = Math.max(0.6, Math.round(100 * Math.exp(3.2 + 1.1 * chance.normal())) / 100)
  const parent = `P${Math.floor(n / 4)}`
  const option = sizes[n % 4]!
  return {
    sku: skuOf(skus, name, n),
    ref: String(400_000 + n * 7),
    title: `${brand} ${kind} ${chance.one(looks)} ${chance.below(900) + 100}-${n}`,
    description: `${kind} in ${chance.one(looks)} and ${chance.one(looks)} (number ${n} of its kind)`,
    brand,
    category: `Home > ${kind}s`,
    image: `https://img.example.com/${name}/${n}.jpg`,
    price,
    msrp: Math.round(price * chance.between(1.4, 2.2) * 100) / 100,
    quantity: chance.next() < 0.25 ? 0 : Math.ceil(Math.exp(2.6 + 1.2 * chance.normal())),
    upc: upcOf(name.length * 100_000_000 + n * 37),
    map: Math.round(price * 130) / 100,
    weight: 0.2 + ((n * 7919) % 500) / 100,
    currency: currencies[kindIndex % currencies.length]!,
    parent,
    option,
  }
}

function skuOf(style: SkuStyle, name: string, n: number): string {
  if (style === 'padded') return String(n * 13 + 1000 + name.length).padStart(9, '0')
  if (style === 'plain') return String(200_000 + n * 17 + name.length)
  return `${name.slice(0, 2).toUpperCase()}-${((n * 7919) % 90_000) + 10_000}-${n.toString(36)}k`
}

function upcOf(n: number): string {
  const digits = String(n).padStart(11, '0').slice(-11)
  let sum = 0
  for (let i = 0; i < 11; i++) sum += Number(digits[i]) * (i % 2 ? 1 : 3)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** What happens to a feed day by day, in addition to what happens to all feeds. */
export interface Pace {
  /** The share of products whose stock changes in a day. */
  stock: number
  /** 1 as measured in real feeds; with less, most days are unchanged. */
  speed: number
  /** Stock doesn't change on two days of seven. */
  weekend: boolean
}

/** A supplier's range from day to day. */
export class Supplier {
  items: Item[]
  readonly #range: Range
  readonly #pace: Pace
  readonly #chance: Chance
  #shelf: Item[] = []
  #made: number
  #day = 0

  constructor(range: Range, count: number, pace: Pace) {
    this.#range = range
    this.#pace = pace
    this.#chance = new Chance(`days of ${range.name}`)
    this.#made = count
    this.items = Array.from({ length: count }, (_, n) => makeItem(range, n))
  }

  fresh(count: number): Item[] {
    return Array.from({ length: count }, () => makeItem(this.#range, this.#made++))
  }

  /**
   * An ordinary day, at rates measured in real feeds: lost and new products, stock, prices, a few
   * rewordings.
   */
  pass(): readonly Item[] {
    const { stock, speed, weekend } = this.#pace
    const day = this.#day++
    const chance = this.#chance
    if (chance.next() > speed) return this.items
    const isStill = weekend && day % 7 > 4
    this.#lose(tail(chance, 0.002, 0.013, 0.024, 0.055))
    this.#gain(tail(chance, 0.001, 0.007, 0.019, 0.04))
    if (!isStill) this.#sell(stock * chance.between(0.6, 1.3))
    this.#reprice()
    this.#reword()
    return this.items
  }

  #lose(share: number): void {
    const goneItems = this.#chance.some(this.items, share)
    if (goneItems.size === 1 && share * this.items.length < 0.5) return
    this.items = this.items.filter((item) => !goneItems.has(item))
    this.#shelf.push(...goneItems)
  }

  #gain(share: number): void {
    const count = Math.round(this.items.length * share)
    const returningItems = this.#shelf.splice(0, Math.floor(count * 0.4))
    this.items = [...this.items, ...returningItems, ...this.fresh(count - returningItems.length)]
  }

  #sell(share: number): void {
    const chance = this.#chance
    this.#change(share, (item) => {
      const soldQuantity = item.quantity - Math.ceil(chance.next() * Math.max(2, item.quantity * 0.2))
      const least = chance.next() < 0.03 ? 0 : 1
      const restockedQuantity = Math.ceil(item.quantity * 0.5) + chance.below(6)
      if (item.quantity === 0) return { quantity: chance.next() < 0.08 ? 5 + chance.below(20) : 0 }
      return {
        quantity: chance.next() < 0.15 ? item.quantity + restockedQuantity : Math.max(least, soldQuantity),
      }
    })
  }

  #reprice(): void {
    const chance = this.#chance
    const all = chance.next() < 0.05
    const rate = 1 + chance.between(-0.013, 0.013)
    if (all) this.#change(1, (item) => dearer(item, rate))
    else
      this.#change(tail(chance, 0.002, 0.011, 0.02, 0.06), (item) => dearer(item, chance.between(0.88, 1.15)))
    this.#change(tail(chance, 0, 0.0005, 0.001, 0.003), (item) => dearer(item, chance.one([0.6, 1.7, 2.1])))
  }

  #reword(): void {
    this.#change(tail(this.#chance, 0, 0.001, 0.002, 0.004), (item) => ({ title: `${item.title} - new` }))
    this.#change(tail(this.#chance, 0, 0.002, 0.006, 0.012), (item) => ({
      description: `${item.description} ${this.#day}`,
    }))
  }

  #change(share: number, change: (item: Item) => Partial<Item>): void {
    if (share * this.items.length < 0.5) return
    const changedItems = this.#chance.some(this.items, share)
    this.items = this.items.map((item) => (changedItems.has(item) ? { ...item, ...change(item) } : item))
  }
}

export const cents = (n: number) => Math.round(n * 100) / 100
export const dearer = (item: Item, times: number): Pick<Item, 'price' | 'msrp'> => ({
  price: cents(item.price * times),
  msrp: cents(item.msrp * times),
})

/** A share of products for a day: mostly up to the first value, seldom up to the last. */
function tail(
  chance: Chance,
  ...upTo: readonly [often: number, tenth: number, twentieth: number, hundredth: number]
): number {
  const [often, tenth, twentieth, hundredth] = upTo
  const most = () => {
    const draw = chance.next()
    if (draw < 0.7) return often
    if (draw < 0.9) return tenth
    return draw < 0.97 ? twentieth : hundredth
  }
  const limit = most()
  return chance.next() * limit
}
