import { expect } from 'vitest'
import { endedStatuses } from '#contract/jobs/types.ts'
import { sql } from '../../platform/database/db.ts'
import { makeFeed, waitUntil, type Client, type Harness } from '../harness.ts'

interface SellerOptions {
  market_id: number
  /** The integration’s columns. */
  settings?: object
  store?: {
    vendor_store_name?: string
    drop_to?: object
    drop_secret?: string | null
    store_admin_url?: string
    store_admin_login?: string
    store_admin_secret?: string
  }
  feed?: Parameters<typeof makeFeed>[1]
}

/** A vendor that is subscribed to a supplier and sells it in a market, with a store there. */
export async function makeSeller(
  h: Harness,
  { market_id, settings, store, feed: feedOptions }: SellerOptions,
) {
  const { db } = h.services
  const feed = await makeFeed(h, feedOptions)
  const { dropshipper_id, feed_id } = feed
  const { vendor_id } = await db
    .insertInto('vendor')
    .values({ company: 'Shop' })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('subscription').values({ vendor_id, dropshipper_id }).execute()
  await db
    .insertInto('vendor_market_map')
    .values({ vendor_id, dropshipper_id, market_id, ...settings })
    .execute()
  const { drop_to = { kind: 'api' }, ...details } = store ?? {}
  const { vendor_store_id } = await db
    .insertInto('vendor_store')
    .values({
      vendor_id,
      vendor_store_name: 'Shop',
      market_id,
      drop_to: JSON.stringify(drop_to),
      ...details,
    })
    .returning('vendor_store_id')
    .executeTakeFirstOrThrow()
  return {
    feed,
    dropshipper_id,
    feed_id,
    vendor_id,
    vendor_store_id,
    /** Changes some of its products. */
    change: (set: ReturnType<typeof sql>, skus: readonly string[]) =>
      sql`
        update product
        set ${set}
        where feed_id = ${feed_id} and sku = any(${skus}::text[])`.execute(db),
  }
}

/** The products `SKU-1`, `SKU-2`, … of a feed, 5 of each in stock at a cost of 10. */
export const makeProducts = (
  { services: { db } }: Harness,
  { feed_id, dropshipper_id }: { feed_id: number; dropshipper_id: number },
  n: number,
) =>
  sql`
    insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title,
      wholesale_price, msrp, quantity, images)
    select ${feed_id}::int, ${dropshipper_id}::int, i, 1, 1, 'SKU-' || i, 'Product ' || i, 10, 30, 5,
      'https://img/' || i || '.jpg'
    from generate_series(1, ${n}::int) i`.execute(db)

export interface EndedJob {
  job_status: number
  attempt: number
  reason: string | null
  result: Record<string, unknown>
}
/** Updates a store as the timer would. @returns its job after that has ended */
export async function updateNow(c: Client, vendor_store_id: number): Promise<EndedJob> {
  const { body } = await c.post('/api/jobs/schedule-job', {
    job_type: 'VENDOR_STORE_UPDATER_JOB',
    param_name: 'vendor_store_id',
    param_value: vendor_store_id,
  })
  return endOfJob(c, body.job_id)
}

/** A job after it has ended. */
export async function endOfJob(c: Client, jobId: number): Promise<EndedJob> {
  expect(jobId).toEqual(expect.any(Number))
  const job = await waitUntil(
    () => c.get(`/api/jobs/${jobId}`),
    (a) => endedStatuses.includes(a.body.job_status),
  )
  return job.body
}
