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
export interface SoldAt extends Place {
  currency: string
}
/** The marketplace of a region's endpoint. */
export const placeOf = (host: string): Place => places.find(([at]) => at.test(host))?.[1] ?? america

const isNew = (row: TellRow): boolean => row.fresh && row.content !== undefined
/** It is listed, or can be by what Amazon knows it by. */
export const listable = (row: TellRow): boolean =>
  !isNew(row) || !!row.content!.special.asin || codeOf(row) !== undefined
/** It tells something that a listing can be told. */
export const sends = (row: TellRow): boolean =>
  isNew(row) || row.removed === true || row.price !== undefined || row.quantity !== undefined

/** A feed of listings: one message a SKU, numbered by its place. */
export const feedOf = (sellerId: string, rows: readonly TellRow[], place: SoldAt): object => ({
  header: { sellerId, version: '2.0', issueLocale: place.locale },
  messages: rows.map((row, i) => ({ messageId: i + 1, sku: row.sku, ...messageOf(row, place) })),
})

function messageOf(row: TellRow, place: SoldAt): object {
  if (row.removed) return { operationType: 'DELETE' }
  if (isNew(row))
    return {
      operationType: 'UPDATE',
      productType: 'PRODUCT',
      requirements: 'LISTING_OFFER_ONLY',
      attributes: {
        condition_type: [{ marketplace_id: place.id, value: 'new_new' }],
        ...identifier(row, place),
        ...(row.price !== undefined && { purchasable_offer: offer(row, place) }),
        ...(row.quantity !== undefined && { fulfillment_availability: stock(row) }),
      },
    }
  const patch = (op: string, name: string, value: object) => ({ op, path: `/attributes/${name}`, value })
  return {
    operationType: 'PATCH',
    productType: 'PRODUCT',
    patches: [
      ...(row.price === undefined ? [] : [patch('replace', 'purchasable_offer', offer(row, place))]),
      // to replace it would drop the seller's time to ship
      ...(row.quantity === undefined ? [] : [patch('merge', 'fulfillment_availability', stock(row))]),
    ],
  }
}

function identifier(row: TellRow, { id: marketplace_id }: Place): object {
  const { asin, ...special } = row.content!.special
  if (asin) return { merchant_suggested_asin: [{ marketplace_id, value: asin }] }
  const type = codeOf(row)!
  return { externally_assigned_product_identifier: [{ marketplace_id, type, value: special[type] }] }
}
const offer = ({ price }: TellRow, { id: marketplace_id, currency }: SoldAt) => [
  {
    marketplace_id,
    currency,
    audience: 'ALL',
    our_price: [{ schedule: [{ value_with_tax: amountIn(currency, price!) }] }],
  },
]
const stock = (row: TellRow) => [{ fulfillment_channel_code: 'DEFAULT', quantity: quantityOf(row) }]
