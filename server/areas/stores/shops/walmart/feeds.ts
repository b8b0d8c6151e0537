import { databaseNow } from '#server/platform/clock.ts'
import { codeOf, quantityOf, type TellRow } from '../market.ts'

export type FeedType = 'MP_ITEM' | 'MP_MAINTENANCE' | 'price' | 'inventory' | 'RETIRE_ITEM'

/** The limit of a feed’s size. */
export const mostBytes: Readonly<Record<FeedType, number>> = {
  MP_ITEM: 25_000_000,
  MP_MAINTENANCE: 25_000_000,
  price: 10_000_000,
  inventory: 5_000_000,
  RETIRE_ITEM: 5_000_000,
}

/** The version of the item specification, which Walmart renews every few weeks. */
const itemVersion = '5.0.20260304-22_45_32-api'
const itemHeader = { businessUnit: 'WALMART_US', locale: 'en', version: itemVersion }

/** A feed’s body, by its type. */
export function feedBody(type: FeedType, rows: readonly TellRow[], currency: string): object {
  const feedDate = new Date(databaseNow()).toISOString()
  switch (type) {
    case 'MP_ITEM':
    case 'MP_MAINTENANCE':
      return { MPItemFeedHeader: itemHeader, MPItem: rows.map(itemOf) }
    case 'price':
      return {
        // of two feeds, the one with the later date wins
        PriceHeader: { version: '1.7', feedDate },
        Price: rows.map(({ sku, price }) => ({
          sku,
          pricing: [{ currentPriceType: 'BASE', currentPrice: { currency, amount: Number(price) } }],
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
