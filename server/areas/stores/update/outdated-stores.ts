import { jobStatus } from '#contract/jobs/types.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { updateStore } from './update-store.job.ts'

/** @param onlyRequests only what people requested in `store_update` is done */
export async function queueStoreUpdate(
  services: Services,
  tx: Tx,
  storeId: number,
  { requester, onlyRequests = false }: { requester: string; onlyRequests?: boolean },
): Promise<number | null> {
  const store = await tx
    .selectFrom('vendor_store')
    .select(['vendor_store_id', 'vendor_store_name', 'market_id'])
    .where('vendor_store_id', '=', storeId)
    .executeTakeFirst()
  if (!store) throw notFound('store')
  return services.jobs.enqueueUnlessWaiting(tx, updateStore, request(store, requester, onlyRequests))
}

/**
 * Marks stores as behind. Those already marked are locked, too, so that an update that begins meanwhile sees the
 * mark or the change.
 */
const markBehind = (tx: Tx, condition: ReturnType<typeof sql>) =>
  sql`
    with due as (
      select vendor_store_id
      from vendor_store st
      where ${condition}
      order by vendor_store_id
      for no key update)
    update vendor_store st
    set behind_since = coalesce(behind_since, now())
    from due
    where st.vendor_store_id = due.vendor_store_id`.execute(tx)

/** The store is behind. */
export const markStoreBehind = (tx: Tx, storeId: number) =>
  markBehind(tx, sql`st.vendor_store_id = ${storeId}`)

/** A supplier's catalogue changed: the stores that sell it are behind. Part of the caller's transaction. */
export const markStoresBehind = (tx: Tx, dropshipperId: number) =>
  markBehind(
    tx,
    sql`exists (
      select
      from vendor_market_map m
      where m.vendor_id = st.vendor_id
        and m.market_id = st.market_id
        and m.dropshipper_id = ${dropshipperId}
        and ${activeIntegration})`,
  )

/** What these suppliers' products are called in one market changed, such as by a chosen ASIN. */
export const markStoresOfMarketBehind = (tx: Tx, marketId: number, dropshipperIds: readonly number[]) =>
  markBehind(
    tx,
    sql`st.market_id = ${marketId} and exists (
      select
      from vendor_market_map m
      where m.vendor_id = st.vendor_id
        and m.market_id = st.market_id
        and m.dropshipper_id = any(${dropshipperIds}::int[])
        and ${activeIntegration})`,
  )

/** What a vendor gets from these suppliers changed, for instance after a freeze ended. */
export const markStoresOfVendorBehind = (tx: Tx, vendorId: number, dropshipperIds: readonly number[]) =>
  markBehind(
    tx,
    sql`st.vendor_id = ${vendorId} and exists (
      select
      from vendor_market_map m
      where m.vendor_id = st.vendor_id
        and m.market_id = st.market_id
        and m.dropshipper_id = any(${dropshipperIds}::int[])
        and ${activeIntegration})`,
  )

/** What all stores of a vendor are sent may have changed, such as by its price rules. */
export const markAllStoresBehind = (tx: Tx, vendorId: number) => markStoresOfVendorsBehind(tx, [vendorId])
/** The same of several vendors. */
export const markStoresOfVendorsBehind = (tx: Tx, vendorIds: readonly number[]) =>
  markBehind(tx, sql`st.vendor_id = any(${vendorIds}::int[])`)

/** A failed update is retried after this time. */
const triedAgainMinutes = 30

/**
 * Queues updates for all stores that are behind in one statement, the longest waiting first; stores whose
 * market is waited for once it has room or a call's result is due.
 */
export async function startStoreUpdates(services: Services): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { rows: due } = await sql<QueuedStore & { behind: boolean }>`
      select st.vendor_store_id, st.vendor_store_name, st.market_id, st.behind_since is not null as behind
      from vendor_store st
      join vendor v using (vendor_id)
      where st.stopped_reason is null
        and (
          -- what a suspended vendor's store is behind with waits until it has paid
          (v.vendor_status_id <> ${sql.lit(vendorStatus.suspended)} and (st.waits_until <= now()
            or (st.behind_since is not null and st.waits_until is null)))
          or exists (
            select
            from store_call c
            where c.vendor_store_id = st.vendor_store_id and c.state = 'accepted' and c.poll_tm <= now()))
        and not exists (
          select
          from job j
          where j.job_type = 'VENDOR_STORE_UPDATER_JOB'
            and j.param_value = st.vendor_store_id::text
            and j.job_status = ${sql.lit(jobStatus.failed)}
            and j.job_end_time > now() - make_interval(mins => ${triedAgainMinutes}))
        -- what changes while one waits is counted by it
        and not exists (
          select
          from job j
          where j.job_type = 'VENDOR_STORE_UPDATER_JOB'
            and j.param_value = st.vendor_store_id::text
            and j.job_status = ${sql.lit(jobStatus.scheduled)})
      order by coalesce(st.behind_since, st.waits_until)
      limit ${mostATurn}`.execute(tx)
    const jobs = await services.jobs.enqueueEach(
      tx,
      updateStore,
      due.map((store) => request(store, 'schedule', !store.behind)),
    )
    const queuedIds = due.filter((_, i) => jobs[i] !== null).map((store) => store.vendor_store_id)
    if (queuedIds.length > 0)
      await tx
        .updateTable('vendor_store')
        .set({ waits_until: null })
        .where('vendor_store_id', 'in', queuedIds)
        .execute()
  })
}
const mostATurn = 5000

interface QueuedStore {
  vendor_store_id: number
  vendor_store_name: string
  market_id: number
}
const request = (store: QueuedStore, requester: string, onlyRequests: boolean) => ({
  payload: { vendor_store_id: store.vendor_store_id, asked: onlyRequests },
  subject: store.vendor_store_name,
  paramValue: store.vendor_store_id,
  requestedBy: requester,
  rank: requester === 'schedule' ? 0 : 10,
  // so that a slow market doesn't take all workers
  group: `market-${store.market_id}`,
})
