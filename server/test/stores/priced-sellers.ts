import { beforeAll } from 'vitest'
import { staff, type Client, type Harness } from '../harness.ts'
import { makeSeller } from './sellers.ts'

interface Sold {
  sku: string
  cost: string | null
  msrp?: string
  map?: string
  brand?: string
  categories?: string
  currency?: string
  gone?: boolean
}
export const plain = { currency_id: 1, rates: [] }
export const percent = (value: string, more: object = {}) => ({
  markup_type_id: 2,
  markup_value: value,
  ...more,
})

/** Vendors with price rules, as staff see them. */
export function pricedSellers(h: Harness) {
  let c: Client
  beforeAll(async () => {
    c = await staff(h)
    await h.services.db
      .insertInto('market')
      .values([
        { market_id: 48, market_name: 'XCart' },
        { market_id: 34, market_name: 'Magento' },
      ])
      .execute()
  })
  /** A vendor that sells these products of one supplier in XCart. */
  async function seller(products: readonly Sold[], settings: object = {}) {
    const { dropshipper_id, feed_id, vendor_id } = await makeSeller(h, {
      market_id: 48,
      settings,
      store: { drop_to: { kind: 'storage', folder: 'x' } },
    })
    const rows = await h.services.db
      .insertInto('product')
      .values(
        products.map((p, i) => ({
          feed_id,
          dropshipper_id,
          content_hash: i,
          created_run_id: 1,
          updated_run_id: 1,
          sku: p.sku,
          title: `Title of ${p.sku}`,
          wholesale_price: p.cost,
          msrp: p.msrp ?? null,
          map_price: p.map ?? null,
          manufacturer: p.brand ?? null,
          categories: p.categories ?? null,
          currency: p.currency ?? null,
          gone_tm: p.gone ? new Date().toISOString() : null,
        })),
      )
      .returning(['product_id', 'sku'])
      .execute()
    const productOf = (sku: string) => rows.find((row) => row.sku === sku)!.product_id
    return { vendor_id, dropshipper_id, productOf, path: `/api/vendor/${vendor_id}/price-rules` }
  }
  /** A store of a vendor in Magento or XCart that shows these prices. */
  async function storeOf(
    vendor_id: number,
    shown: readonly { product_id: number; price: string | null; quantity?: number }[],
    more: object = {},
  ) {
    const { db } = h.services
    const { vendor_store_id } = await db
      .insertInto('vendor_store')
      .values({
        vendor_id,
        vendor_store_name: 'Second',
        market_id: 48,
        drop_to: '{"kind":"storage","folder":"y"}',
        ...more,
      })
      .returning('vendor_store_id')
      .executeTakeFirstOrThrow()
    if (shown.length > 0)
      await db
        .insertInto('store_product')
        .values(shown.map((row) => ({ quantity: 5, ...row, vendor_store_id, in_store: true, active: true })))
        .execute()
    return vendor_store_id
  }
  return {
    get c() {
      return c
    },
    seller,
    storeOf,
  }
}
