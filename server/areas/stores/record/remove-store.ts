import { jobStatus } from '#contract/jobs/types.ts'
import type { Parsed } from '#contract/index.ts'
import type { StoreRemoval } from '#contract/stores/stores.ts'
import { many } from '#contract/words.ts'
import { activeIntegration, lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { endAuthorization } from '../connection/authorizations.ts'
import { editedStore, endJobsOf, knownStore, lockStore, type KnownStore } from './known-store.ts'

export const weighStoreRemoval = async ({ db }: Ctx, { params }: Parsed<'weighStoreRemoval'>) =>
  readRemoval(db, await knownStore(db, params))

/** Removes a store, its passwords and what it was sent; its updates end, its listings stay as they are. */
export const removeStore = (ctx: Ctx, { params, query }: Parsed<'removeStore'>) =>
  write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, params.vid)
    const storeRecord = await lockStore(tx, params)
    await refuseStale(tx, ctx, editedStore(storeRecord.vendor_store_id), query.version)
    const removal = await readRemoval(tx, storeRecord)
    const { vendor_store_name: name } = storeRecord.store
    await endJobsOf(ctx, tx, {
      id: storeRecord.vendor_store_id,
      states: openStates,
      reason: `Store ${name} was deleted`,
    })
    await endAuthorization(tx, { ...storeRecord, ...storeRecord.store })
    await tx.deleteFrom('vendor_store').where('vendor_store_id', '=', storeRecord.vendor_store_id).execute()
    await logActivity({
      type: 'store.remove',
      vendor_id: storeRecord.vendor_id,
      entity: 'store',
      entity_id: storeRecord.vendor_store_id,
      message: `Store ${name} in ${storeRecord.market_name} deleted; it had ${many(removal.sent, 'product')}`,
      changes: { vendor_store_name: { from: name, to: null } },
      reason: query.reason || null,
    })
    return removal
  })

const openStates = [jobStatus.executing, jobStatus.scheduled]

async function readRemoval(db: Db, storeRecord: KnownStore): Promise<StoreRemoval> {
  const { vendor_store_id: id, vendor_id, set } = storeRecord
  const { market_id, vendor_store_name } = storeRecord.store
  const { rows } = await sql<Pick<StoreRemoval, 'integrations' | 'other_stores' | 'sent' | 'jobs'>>`
    select
      (
        select count(*)
        from vendor_market_map m
        where m.vendor_id = ${vendor_id} and m.market_id = ${market_id} and ${activeIntegration}
      ) as integrations,
      (
        select count(*)
        from vendor_store st
        where st.vendor_id = ${vendor_id} and st.market_id = ${market_id} and st.vendor_store_id <> ${id}
      ) as other_stores,
      (select count(*) from store_product where vendor_store_id = ${id} and in_store) as sent,
      (
        select count(*)
        from job
        where job_type = 'VENDOR_STORE_UPDATER_JOB'
          and param_value = ${String(id)}
          and job_status = any(${openStates}::int[])
      ) as jobs`.execute(db)
  return { vendor_store_name, ...singleRow(rows), set }
}
