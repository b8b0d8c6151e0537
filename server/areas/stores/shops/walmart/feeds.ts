import { databaseNow } from '#server/platform/clock.ts'
import { marketVersions } from '../versions.ts'
import { codeOf, quantityOf, type TellRow } from '../market.ts'

export type FeedType =
  | 'MP_ITEM'
  | 'MP_ITEM_INTL'
  | 'MP_MAINTENANCE'
  | 'PRICE_AND_PROMOTION'
  | 'inventory'
  | 'RETIRE_ITEM'

/** The limit of a feed’s size. */
export const mostBytes: Readonly<Record<FeedType, number>> = {
  MP_ITEM: 25_000_000,
  MP_ITEM_INTL: 25_000_000,
  MP_MAINTENANCE: 25_000_000,
  PRICE_AND_PROMOTION: 10_000_000,
  inventory: 5_000_000,
  RETIRE_ITEM: 5_000_000,
}

/** Where a feed goes, and by which item specification. */
export interface FeedTarget {
  isCanadian: boolean
  itemVersion: string
}
const headerOf = ({ isCanadian }: FeedTarget, version: string) => ({
  businessUnit: isCanadian ? 'WALMART_CA' : 'WALMART_US',
  locale: 'en',
  version,
})

/** A feed’s body, by its type. */
export function feedBody(type: FeedType, rows: readonly TellRow[], target: FeedTarget): object {
  const feedDate = new Date(databaseNow()).toISOString()
  switch (type) {
    case 'MP_ITEM':
    case 'MP_ITEM_INTL':
    case 'MP_MAINTENANCE':
      return { MPItemFeedHeader: headerOf(target, target.itemVersion), MPItem: rows.map(itemOf) }
    case 'PRICE_AND_PROMOTION':
      return {
        // of two feeds, the one with the later date wins
        MPItemFeedHeader: { ...headerOf(target, marketVersions.walmartPrices.version), feedDate },
        MPItem: rows.map(({ sku, price }) => ({
          [target.isCanadian ? 'Price' : 'Promo&Discount']: { sku, price: Number(price) },
        })),
      }
    case 'inventory':
      return {
        InventoryHeader: { version: '1.4', feedDate },
        Inventory: rows.map((row) => ({
          sku: row.sku,
          quantity: { unit: 'EACH', amount: row.removed ? 0 : quantityOf(row) },
        })),
      }
    case 'RETIRE_ITEM':
      return { RetireItemHeader: { version: '1.0', feedDate }, RetireItem: rows.map(({ sku }) => ({ sku })) }
  }
}

function itemOf(row: TellRow): object {
  const { sku, content, price } = row
  if (!content) return { Orderable: { sku }, Visible: {} }
  const code = codeOf(row)
  const [main, ...otherImages] = content.images
  const kind = content.category.split(' > ').at(-1) || 'Other'
  return {
    Orderable: {
      sku,
      ...(code && {
        productIdentifiers: { productIdType: code.toUpperCase(), productId: content.special[code] },
      }),
      ...(price && { price: Number(price) }),
      ...(content.weight !== '' && { ShippingWeight: Number(content.weight) }),
    },
    Visible: {
      [kind]: {
        productName: content.title,
        shortDescription: content.description,
        ...(content.brand !== '' && { brand: content.brand }),
        ...(main !== undefined && { mainImageUrl: main }),
        ...(otherImages.length > 0 && { productSecondaryImageURL: otherImages }),
      },
    },
  }
}
