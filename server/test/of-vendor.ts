import { makeCustomFeed, makeFeed, type Harness } from './harness.ts'

/** A custom feed of a vendor, with a run, and a store. */
export async function customFeedOf(h: Harness, vendor_id: number) {
  const { db } = h.services
  const { dropshipper_id } = await makeFeed(h)
  const { vendor_custom_feed_id, feed_id } = await makeCustomFeed(h, dropshipper_id, { owner: vendor_id })
  const { feed_run_id: run } = await db
    .insertInto('feed_run')
    .values({ feed_id, dropshipper_id, state: 'held' })
    .returning('feed_run_id')
    .executeTakeFirstOrThrow()
  const { feed_expectation_id: expectation } = await db
    .insertInto('feed_expectation')
    .values({
      feed_id,
      feed_run_id: run,
      measure: 'missing',
      limit_percent: '10',
      reason: 'Sale',
      until_tm: '2030-01-01',
      expected_by: 'Pat',
    })
    .returning('feed_expectation_id')
    .executeTakeFirstOrThrow()
  const { feed_back_test_id: back_test } = await db
    .insertInto('feed_back_test')
    .values({ feed_id, settings: '{}', asked_by: 'Pat', of_files: 1 })
    .returning('feed_back_test_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('market')
    .values({ market_id: 39, market_name: 'Shopify' })
    .onConflict((c) => c.doNothing())
    .execute()
  const { vendor_store_id: store } = await db
    .insertInto('vendor_store')
    .values({ vendor_id, market_id: 39, vendor_store_name: 'Shop', drop_to: '{}' })
    .returning('vendor_store_id')
    .executeTakeFirstOrThrow()
  return { vendor_custom_feed_id, feed_id, run, expectation, back_test, store }
}
/** The id of a new subscription of the vendor. */
export async function subscriptionOf(h: Harness, vendor_id: number): Promise<number> {
  const { dropshipper_id } = await makeFeed(h)
  const { vendor_supplier_id } = await h.services.db
    .insertInto('subscription')
    .values({ vendor_id, dropshipper_id })
    .returning('vendor_supplier_id')
    .executeTakeFirstOrThrow()
  return vendor_supplier_id
}
/** The id of a new promo code of the vendor. */
export async function promoCodeOf(h: Harness, vendor_id: number): Promise<number> {
  const { promo_code_id } = await h.services.db
    .insertInto('promo_code')
    .values({
      promo_code: `LOCK${Math.random()}`,
      percentage_based: true,
      discount: '10',
      is_recurring: true,
    })
    .returning('promo_code_id')
    .executeTakeFirstOrThrow()
  const { promo_code_usage_id } = await h.services.db
    .insertInto('promo_code_usage')
    .values({ vendor_id, promo_code_id, given_by: 'Pat' })
    .returning('promo_code_usage_id')
    .executeTakeFirstOrThrow()
  return promo_code_usage_id
}
