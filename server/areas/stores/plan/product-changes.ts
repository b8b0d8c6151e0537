import { createHash } from 'node:crypto'
import {
  imagesOf,
  type CatalogueProduct,
  type Listing,
  type NotSent,
  type SendSettings,
} from '#contract/integrations/listing.ts'
import { money } from '#contract/pricing/amounts.ts'
import type { PricedProduct } from '#contract/pricing/price.ts'
import { effectOf, movesBeyond, shownAfter, type ShownProduct } from '#contract/stores/effects.ts'
import type { Part } from '#contract/stores/shops.ts'
import type { ToldRow } from '../send/layouts.ts'

/** What an update changes, counted while it is planned. */
export const newCounts = () => ({
  created: 0,
  zeroed: 0,
  price_changed: 0,
  price_beyond: 0,
  quantity_changed: 0,
  content_changed: 0,
  withheld: {} as Partial<Record<NotSent, number>>,
  /** Of these, what a person approved. */
  approved: { zeroed: 0, price_beyond: 0 },
})
export type PlanCounts = ReturnType<typeof newCounts>

export interface Candidate extends CatalogueProduct, PricedProduct {
  product_id: number
  vendor_market_map_id: number
  /** Its custom feed adds it although it is out of stock. */
  add_out_of_stock: boolean
  now_hash: string
  taken: boolean
  in_store: boolean
  was_quantity: number | null
  was_price: string | null
  was_list_price: string | null
  was_active: boolean | null
  was_content_hash: string | null
  /** What the gate counts by: what it shows, or showed when that was last known. */
  shown_quantity: number | null
  shown_price: string | null
  /** All of it is to be sent again. */
  again: boolean
  /** A person approved that it goes to 0, or to this price. */
  may_sink: boolean
  may_cost: string | null
}

/** What takes a product down goes first, what brings content last. */
export function laneOf(sinks: boolean, { row }: Changes): number {
  if (sinks) return 0
  return row.content ? 2 : 1
}

export interface Changes {
  listing: Listing
  row: Omit<ToldRow, 'sku'>
  quantity: boolean
  price: boolean
  content: boolean
  content_hash: string | null
}

/** The parts that the store shows differently or lacks; with `sendsAll`, all of them. */
export function changesOf(
  candidate: Candidate,
  listing: Listing,
  { integration, sendsAll, tells }: { integration: SendSettings; sendsAll: boolean; tells: readonly Part[] },
): Changes {
  const inStore = candidate.in_store
  const all = sendsAll || !inStore
  const row: Omit<ToldRow, 'sku'> = {}
  const quantity =
    listing.quantity !== null &&
    (candidate.was_quantity !== listing.quantity || candidate.was_active !== listing.active)
  if (listing.quantity !== null && (all || quantity)) {
    row.quantity = listing.quantity
    row.active = listing.active
  }
  // a list price is only sent, and only known, together with the price
  const price =
    listing.price !== null &&
    (!sameAmount(candidate.was_price, listing.price) ||
      !sameAmount(candidate.was_list_price, listing.list_price))
  if (listing.price !== null && (all || price)) {
    row.price = listing.price
    row.list_price = listing.list_price
  }
  // as later updates send it: what only new products get is no reason to send it again
  const content_hash = listing.content
    ? hashOf({ ...listing.content, images: imagesOf(candidate, integration, true) })
    : null
  const content = content_hash !== null && content_hash !== candidate.was_content_hash
  if (listing.content && (all || content)) row.content = listing.content
  if (listing.removed) row.removed = true
  if (
    tells.includes('images') &&
    integration.images_during_pqs &&
    inStore &&
    !row.content &&
    partsOf(row).length > 0
  ) {
    const images = imagesOf(candidate, integration, inStore)
    if (images.length > 0) row.images = images
  }
  return { listing, row, quantity, price, content, content_hash }
}

const sameAmount = (a: string | null, b: string | null) =>
  a === null || b === null ? a === b : money(a) === money(b)
export const partsOf = (row: Omit<ToldRow, 'sku'>): Part[] => {
  const parts: Part[] = []
  if (row.content) parts.push('content')
  if (row.price !== undefined) parts.push('price')
  if (row.quantity !== undefined) parts.push('quantity')
  if (row.images) parts.push('images')
  if (row.removed) parts.push('removed')
  return parts
}

export function countChanges(counts: PlanCounts, candidate: Candidate, changes: Changes, bound: number) {
  const { listing } = changes
  if (!candidate.in_store) {
    counts.created++
    return
  }
  const shownProduct: ShownProduct = {
    in_store: candidate.in_store,
    quantity: candidate.shown_quantity,
    price: candidate.shown_price,
    active: candidate.was_active,
  }
  const effect = effectOf(shownProduct, shownAfter(shownProduct, listing), { bound })
  if (effect.zeroed) {
    counts.zeroed++
    if (candidate.may_sink) counts.approved.zeroed++
  }
  if (changes.quantity) counts.quantity_changed++
  if (changes.content) counts.content_changed++
  if (changes.price) counts.price_changed++
  if (effect.price_beyond) {
    counts.price_beyond++
    // what moved on from the price that was approved needs another approval
    if (candidate.may_cost !== null && !movesBeyond(candidate.may_cost, listing.price, bound))
      counts.approved.price_beyond++
  }
}
/** The hash's first 64 bits, which fit a database's bigint. */
const hashOf = (content: object): string =>
  createHash('sha256').update(JSON.stringify(content)).digest().readBigInt64BE().toString()
