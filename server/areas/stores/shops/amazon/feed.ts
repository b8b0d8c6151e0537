import type { Content } from '#contract/integrations/listing.ts'
import { amountIn, codeOf, quantityOf, type TellRow } from '../market.ts'

interface Place {
  id: string
  locale: string
}
const america: Place = { id: 'ATVPDKIKX0DER', locale: 'en_US' }
const places: readonly (readonly [host: RegExp, place: Place])[] = [
  [/-eu\./, { id: 'A1F83G8C2ARO7P', locale: 'en_GB' }],
  [/-fe\./, { id: 'A1VC38T7YXB528', locale: 'ja_JP' }],
]
/** A marketplace, and the currency of its offers. */
export interface Marketplace extends Place {
  currency: string
}
/** The marketplace of a region's endpoint. */
export const placeOf = (host: string): Place => places.find(([pattern]) => pattern.test(host))?.[1] ?? america
export const marketplaceOf = (host: string, currency: string): Marketplace => ({ ...placeOf(host), currency })

/** What a new listing is made of; undefined: the row changes one that is there. */
const newContent = (row: TellRow): Content | undefined => (row.fresh ? row.content : undefined)
/** It is listed, or can be by what Amazon knows it by. */
export function listable(row: TellRow): boolean {
  const content = newContent(row)
  return !content || !!content.special.asin || codeOf(row) !== undefined
}
/** Whether it changes something of a listing. */
export const sends = (row: TellRow): boolean =>
  newContent(row) !== undefined ||
  row.removed === true ||
  row.price !== undefined ||
  row.quantity !== undefined

/** A feed of listings: one message a SKU, numbered by its place. */
export const feedOf = (sellerId: string, rows: readonly TellRow[], marketplace: Marketplace): object => ({
  header: { sellerId, version: '2.0', issueLocale: marketplace.locale },
  messages: rows.map((row, i) => ({ messageId: i + 1, sku: row.sku, ...messageOf(row, marketplace) })),
})

function messageOf(row: TellRow, marketplace: Marketplace): object {
  if (row.removed) return { operationType: 'DELETE' }
  const content = newContent(row)
  if (content)
    return {
      operationType: 'UPDATE',
      productType: 'PRODUCT',
      requirements: 'LISTING_OFFER_ONLY',
      attributes: {
        condition_type: [{ marketplace_id: marketplace.id, value: 'new_new' }],
        ...identifier(row, content, marketplace),
        ...(row.price !== undefined && { purchasable_offer: offer(row, marketplace) }),
        ...(row.quantity !== undefined && { fulfillment_availability: stock(row) }),
      },
    }
  const patch = (op: string, name: string, value: object) => ({ op, path: `/attributes/${name}`, value })
  return {
    operationType: 'PATCH',
    productType: 'PRODUCT',
    patches: [
      ...(row.price === undefined ? [] : [patch('replace', 'purchasable_offer', offer(row, marketplace))]),
      // to replace it would drop the seller's time to ship
      ...(row.quantity === undefined ? [] : [patch('merge', 'fulfillment_availability', stock(row))]),
    ],
  }
}

function identifier(row: TellRow, { special }: Content, { id: marketplace_id }: Place): object {
  if (special.asin) return { merchant_suggested_asin: [{ marketplace_id, value: special.asin }] }
  const type = codeOf(row)
  if (!type) throw new Error(`${row.sku} is in a feed but has no product code`)
  return { externally_assigned_product_identifier: [{ marketplace_id, type, value: special[type] }] }
}
const offer = ({ price }: TellRow, { id: marketplace_id, currency }: Marketplace) => [
  {
    marketplace_id,
    currency,
    audience: 'ALL',
    our_price: [{ schedule: [{ value_with_tax: amountIn(currency, price ?? '0') }] }],
  },
]
const stock = (row: TellRow) => [{ fulfillment_channel_code: 'DEFAULT', quantity: quantityOf(row) }]
