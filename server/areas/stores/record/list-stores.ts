import { platformNameOf } from '#contract/stores/cart-platforms.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import type { Parsed } from '#contract/index.ts'
import type { VendorStore } from '#contract/stores/stores.ts'
import { unpaidOf } from '#contract/stores/unpaid.ts'
import { requireVendor, rowsOfVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { countWithheld } from '../watch/withheld-counts.ts'
import { lastFailure, lastUpdate } from '../watch/last-update.ts'

export const listVendorStores = async ({ db }: Ctx, { params }: Parsed<'listVendorStores'>) =>
  rowsOfVendor(db, params.vendor_id, await readStores(db, params.vendor_id))

/** By name, each with its last update that ended by itself, and the one that runs or waits. */
export async function readStores(db: Db, vendorId: number): Promise<VendorStore[]> {
  const open = sql`(${sql.lit(jobStatus.executing)}, ${sql.lit(jobStatus.scheduled)})`
  const { rows } = await sql<Omit<VendorStore, 'unpaid'> & { vendor_status_id: number }>`
    select st.vendor_store_id, st.vendor_id, st.vendor_store_name, k.market_name, st.store_url,
      coalesce(st.late_since, st.behind_since) as behind_since, st.insert_tm,
      last.job_end_time as last_update_tm, last.job_id as last_job_id,
      coalesce(st.drop_to->>'kind', 'none') <> 'none' as takes_file,
      ${lastFailure} as last_failure, st.stopped_reason, v.vendor_status_id, st.waits_for,
      back.kept_back, back.kept_back_by,
      coalesce(st.waits_until, (
        select min(c.poll_tm)
        from store_call c
        where c.vendor_store_id = st.vendor_store_id and c.state = 'accepted')) as waits_until,
      (
        select count(*)
        from store_product sp
        where sp.vendor_store_id = st.vendor_store_id and sp.refused_tm is not null
      ) as refused,
      exists (
        select
        from price_rule r
        where r.vendor_id = st.vendor_id
      ) as has_price_rules,
      (
        select max(u.store_update_id)
        from store_update u
        where u.vendor_store_id = st.vendor_store_id and u.state = 'held'
      ) as held_update_id,
      (
        select min(j.job_status)
        from job j
        where j.job_type = 'VENDOR_STORE_UPDATER_JOB'
          and j.param_value = st.vendor_store_id::text
          and j.job_status in ${open}
      ) as job_status,
      (
        select count(*)
        from vendor_market_map m
        where m.vendor_id = st.vendor_id and m.market_id = st.market_id
      ) as integrations
    from vendor_store st
    join vendor v using (vendor_id)
    join market k using (market_id)
    ${lastUpdate}
    ${countWithheld}
    where st.vendor_id = ${vendorId}
    order by lower(st.vendor_store_name), st.vendor_store_id
    limit 500`.execute(db)
  return rows.map(({ vendor_status_id, ...row }) => ({ ...row, unpaid: unpaidOf(vendor_status_id) }))
}

export async function listStoreMarkets({ db }: Ctx, { params }: Parsed<'listStoreMarkets'>) {
  await requireVendor(db, params.vid)
  const { rows } = await sql<{ market_id: number; market_name: string; platform_name: string | null }>`
    select k.market_id, k.market_name, p.platform_name
    from market k
    left join platform p using (platform_id)
    order by lower(k.market_name), k.market_id
    limit 2000`.execute(db)
  return rows.map((market) => ({ ...market, platform_name: platformNameOf(market) }))
}
