import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { limits } from '../failure.ts'
import { Evidence, isBeside, isNamedItem, namesGroup, witnessOf } from './item-evidence.ts'
import { areVariants, variantMark } from './variants.ts'

/** How much of a document is searched for its items: less, as soon as they are clear. */
export const mostSearched = 4 * 1024 * 1024
const leastSearched = 65_536
/** More different paths than this say nothing new. */
const mostPaths = 4000
/** Names that say what a value is are looked for this deep below an item. */
const deepest = 6

export interface FoundItem {
  path: readonly string[]
  name: string
  /** The names that lead from an item to its variants, each of which is a row. */
  variant?: readonly string[]
}

/** What is known of all elements with the same path. */
interface Place {
  path: readonly string[]
  /** Its names, each followed by a slash. */
  key: string
  count: number
  chars: number
  /** How many have text of their own. */
  texts: number
  attributes: Map<string, number>
  /** Whether one parent has several. */
  repeats: boolean
  hasChildren: boolean
}
interface Open {
  place: Place | undefined
  start: number
  hasText: boolean
  children: Map<string, number>
}

/** Finds the element whose repetitions are the products, from the beginning of a document. */
export class ItemFinder {
  readonly #parser = new SaxesParser()
  readonly #places = new Map<string, Place>()
  readonly #path: string[] = []
  readonly #open: Open[] = []
  #chars = 0
  #nextLook = leastSearched

  constructor() {
    // what is wrong with the document is said when it is read
    this.#parser.on('error', () => {})
    this.#parser.on('opentag', (tag) => this.#begin(tag as SaxesTagPlain))
    this.#parser.on('text', (text) => this.#text(text))
    this.#parser.on('cdata', (text) => this.#text(text))
    this.#parser.on('closetag', () => this.#end(this.#parser.position))
  }

  write(piece: string): void {
    this.#chars += piece.length
    try {
      this.#parser.write(piece)
    } catch {}
  }

  /** Whether more of the document would hardly change the answer. */
  get isSure(): boolean {
    if (this.#chars >= mostSearched) return true
    if (this.#chars < this.#nextLook) return false
    this.#nextLook *= 4
    const best = this.#best()
    return best !== undefined && best.place.count > 1 && best.isProduct
  }

  /** The names that lead to an item, and as few of them as tell it from others; undefined: nothing looks like items. */
  find(): FoundItem | undefined {
    const best = this.#best()?.place
    if (!best) return undefined
    const product = this.#productAround(best)
    const place = product ?? best
    const name = this.#shortest(place)
    const variant = product ? best.path.slice(-1) : this.#variantOf(place)
    return variant
      ? { path: place.path, name: `${name}${variantMark}${variant.join('/')}`, variant }
      : { path: place.path, name }
  }

  /** As few names as tell an item from other elements. */
  #shortest({ path, key }: Place): string {
    const others = [...this.#places.values()].filter((p) => !p.key.startsWith(key))
    for (let names = 1; names < path.length; names++) {
      const name = path.slice(-names).join('/')
      if (!others.some((other) => `/${other.key}`.endsWith(`/${name}/`))) return name
    }
    return path.join('/')
  }

  /** The repeated element around items that has the title which they lack. */
  #productAround(item: Place): Place | undefined {
    if (this.#isTitled(item, 3) || [...item.attributes.keys()].some(isTitle)) return undefined
    const fewestNames = item.path.length - 3
    return [...this.#places.values()].find(
      (place) =>
        item !== place &&
        item.key.startsWith(place.key) &&
        place.path.length >= fewestNames &&
        place.count > 1 &&
        !namesGroup(place.path.at(-1) ?? '') &&
        this.#isTitled(place, 1),
    )
  }

  /** Whether an element has a title's text, down to a depth. */
  #isTitled({ key, path }: Place, depth: number): boolean {
    return [...this.#places.values()].some(
      (inner) =>
        inner.texts > 0 &&
        inner.key.startsWith(key) &&
        inner.path.length > path.length &&
        inner.path.length <= path.length + depth &&
        isTitle(inner.path.at(-1) ?? ''),
    )
  }

  /** The name of variants that have an id, and a price or stock, of their own. */
  #variantOf(item: Place): string[] | undefined {
    const start = item.path.length
    const variant = [...this.#places.values()].find((place) => {
      const names = place.path.slice(start)
      if (!place.key.startsWith(item.key) || names.length === 0 || names.length > 3) return false
      if (!place.repeats || !areVariants(names)) return false
      const evidence = evidenceOf(place, this.#places, 2)
      return evidence.has('id') && (evidence.has('price') || evidence.has('stock'))
    })
    return variant?.path.slice(-1)
  }

  #begin({ name, attributes }: SaxesTagPlain): void {
    const parent = this.#open.at(-1)
    this.#path.push(name)
    const place = this.#path.length > limits.depth ? undefined : this.#placeOf(parent)
    if (place) {
      place.count++
      for (const attribute of Object.keys(attributes))
        place.attributes.set(attribute, (place.attributes.get(attribute) ?? 0) + 1)
    }
    if (parent) {
      const siblings = (parent.children.get(name) ?? 0) + 1
      parent.children.set(name, siblings)
      if (place && siblings > 1) place.repeats = true
      if (parent.place) parent.place.hasChildren = true
    }
    this.#open.push({ place, start: this.#parser.position, hasText: false, children: new Map() })
  }

  #placeOf(parent: Open | undefined): Place | undefined {
    if (parent && !parent.place) return undefined
    const key = `${parent?.place?.key ?? ''}${this.#path.at(-1)}/`
    let place = this.#places.get(key)
    if (!place && this.#places.size < mostPaths) {
      place = {
        path: [...this.#path],
        key,
        count: 0,
        chars: 0,
        texts: 0,
        attributes: new Map(),
        repeats: false,
        hasChildren: false,
      }
      this.#places.set(key, place)
    }
    return place
  }

  #text(text: string): void {
    const top = this.#open.at(-1)
    if (top && !top.hasText && text.trim() !== '') top.hasText = true
  }

  #end(position: number): void {
    this.#path.pop()
    const top = this.#open.pop()
    if (!top?.place) return
    top.place.chars += position - top.start
    if (top.hasText) top.place.texts++
  }

  #best(): Scored | undefined {
    const places = [...this.#places.values()]
    // elements that the beginning cuts off reach to its end
    for (const { place, start } of this.#open) if (place) place.chars += this.#chars - start
    const total = Math.max(1, places[0]?.chars ?? 1)
    const scored = places.flatMap((place) => score(place, this.#places, total) ?? [])
    for (const { place, start } of this.#open) if (place) place.chars -= this.#chars - start
    // a single element with a product below it, such as a channel with a title, is its wrapper
    const isWrapper = ({ place, ownPrice }: Scored) =>
      place.count === 1 &&
      !ownPrice &&
      scored.some((inner) => inner.isPriced && inner.place !== place && inner.place.key.startsWith(place.key))
    return scored.filter((s) => !isWrapper(s)).toSorted((a, b) => b.points - a.points)[0]
  }
}

const isTitle = (name: string) => witnessOf(name) === 'title'

interface Scored {
  place: Place
  points: number
  /** Whether it has an id, and a price or stock. */
  isProduct: boolean
  isPriced: boolean
  /** Whether the price is directly in it. */
  ownPrice: boolean
}
/** How much an element looks like a product: by what is in it, how near, how often and how much of the document. */
function score(place: Place, places: ReadonlyMap<string, Place>, total: number): Scored | undefined {
  const { path, count, texts } = place
  if (!place.hasChildren && (texts > 0 || (place.attributes.size === 0 && path.length === 1)))
    return undefined
  const evidence = evidenceOf(place, places, deepest)
  const name = path.at(-1) ?? ''
  const beside = isBeside(name)
  if (path.length === 1 && !(evidence.hasOwnPrice && evidence.has('id'))) return undefined
  const points = evidence.points(name, count, place.chars / total)
  const enough = count > 1 ? 1.6 : 4
  if (points < enough && (beside || !isNamedItem(name))) return undefined
  const isPriced = evidence.has('id') && evidence.has('price') && !beside
  const isProduct = isPriced || (evidence.has('id') && evidence.has('stock') && !beside)
  return { place, points, isProduct, isPriced, ownPrice: evidence.hasOwnPrice }
}

/** What is in an element, down to a depth. */
function evidenceOf(place: Place, places: ReadonlyMap<string, Place>, deepestInner: number): Evidence {
  const { path, count } = place
  const evidence = new Evidence()
  for (const [attribute, times] of place.attributes) evidence.add(attribute, 1, times / count)
  for (const inner of places.values()) {
    const depth = inner.path.length - path.length
    if (depth < 1 || depth > deepestInner || !inner.key.startsWith(place.key)) continue
    const share = (inner.count / count) * (liesInRepetition(inner, path.length, places) ? 0.2 : 1)
    if (inner.texts > 0) evidence.add(inner.path.at(-1) ?? '', depth, share)
    for (const attribute of inner.attributes.keys()) evidence.add(attribute, depth + 1, share)
  }
  return evidence
}

/** Whether an element lies in one that repeats within an item, such as a variant or a price for a quantity. */
function liesInRepetition(inner: Place, depth: number, places: ReadonlyMap<string, Place>): boolean {
  for (let at = depth + 1; at <= inner.path.length; at++) {
    const place = places.get(`${inner.path.slice(0, at).join('/')}/`)
    if (place?.repeats && place.hasChildren) return true
  }
  return false
}
