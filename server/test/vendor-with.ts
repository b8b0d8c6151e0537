import { beforeAll } from 'vitest'
import { makeFeed, makeLogin, staff, type Client, type Harness } from './harness.ts'

/** The page of a vendor as staff open it. */
export function vendorPageOf(h: Harness) {
  let c: Client
  beforeAll(async () => {
    c = await staff(h)
    await h.services.db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
  })
  return {
    c: () => c,
    customer: async () => (await makeLogin(h, 'customer')).vendor_id,
    view: async (id: number) => (await c.get(`/api/vendor/view/${id}`)).body,
    made: (integrations: readonly object[] = []) => vendorWith(h, integrations),
  }
}

/** A vendor with a supplier, this many integrations of it, and a store in their market. */
export async function vendorWith(h: Harness, integrations: readonly object[]) {
  const { vendor_id } = await makeLogin(h, 'customer')
  const { dropshipper_id } = await makeFeed(h)
  const { db } = h.services
  await db.insertInto('subscription').values({ vendor_id, dropshipper_id }).execute()
  for (const columns of integrations)
    await db
      .insertInto('vendor_market_map')
      .values({ vendor_id, dropshipper_id, market_id: 39, ...columns })
      .execute()
  if (integrations.length > 0)
    await db
      .insertInto('vendor_store')
      .values({ vendor_id, vendor_store_name: 'Main', market_id: 39, drop_to: '{"kind":"api"}' })
      .execute()
  return { vendor_id, dropshipper_id }
}
