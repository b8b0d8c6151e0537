import type { Parsed } from '#contract/index.ts'
import { integrationStatuses } from '#contract/integrations/standing.ts'
import { readIntegrations } from '#server/areas/integrations/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { isOwed, toDeletion } from './deletion/deletion.ts'
import { readHealth } from './health/read-health.ts'
import { lockOf, toHeldLock } from '#server/areas/vendor-record/public.ts'
import { vendorLogoUrl } from './logo.ts'

/** A vendor as the head of its page shows it; a staff record or an unknown id is not found. */
export async function getVendor({ db, clock, who }: Ctx, { params }: Parsed<'getVendor'>) {
  const { vendor_id } = params
  const [[health], head, lock, integrations] = await Promise.all([
    readHealth(db, clock, [vendor_id]),
    readHead(db, vendor_id),
    lockOf(db, clock, who, vendor_id),
    readIntegrations(db, vendor_id),
  ])
  if (!health || !head) return { vendor_doesnt_exist: true as const }
  const { logo_key, last_tm, last_message, last_by, deleted_by_name, erased_tm, ...vendor } = head
  const { row, counts, troubles, score } = health
  return {
    ...row,
    ...vendor,
    logo: vendorLogoUrl(vendor_id, logo_key),
    integration_states: integrationStatuses.flatMap((status) => {
      const number = integrations.filter((i) => i.status === status).length
      return number > 0 ? [{ status, number }] : []
    }),
    counts,
    troubles,
    score,
    deletion: toDeletion({ ...row, deleted_by_name, erased_tm }),
    lock: lock ? { ...toHeldLock(lock), mine: lock.locked_by === who.login_id } : null,
    last_act: last_tm === null ? null : { tm: last_tm, message: last_message!, action_by: last_by! },
  }
}

interface Head {
  owed: boolean
  deleted_by_name: string | null
  erased_tm: string | null
  credit_available: string
  primary_contact_id: number | null
  account_manager_vendor_id: number | null
  crm_owner_vendor_id: number | null
  vendor_plan_type_id: number | null
  has_custom_billing_plan: boolean
  custom_billing_plan_start_tm: string | null
  optimized_sync_oa: boolean
  logo_key: string | null
  markets: string[]
  store_markets: string[]
  active_subscription_count: number
  integration_count: number
  store_count: number
  custom_feed_count: number
  has_login: boolean
  has_second_factor: boolean
  last_tm: string | null
  last_message: string | null
  last_by: string | null
}

async function readHead(db: Db, vendorId: number): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    select ${isOwed()} as owed, v.deleted_by_name, v.erased_tm, v.credit_available, v.logo_key,
      v.primary_contact_id, v.account_manager_vendor_id, v.crm_owner_vendor_id, v.vendor_plan_type_id,
      v.has_custom_billing_plan, v.optimized_sync_oa,
      (select p.custom_billing_plan_start_tm from billing_plan p where p.vendor_id = v.vendor_id),
      (select count(*) from vendor_market_map m where m.vendor_id = v.vendor_id) as integration_count,
      (select count(*) from vendor_store s where s.vendor_id = v.vendor_id) as store_count,
      (select count(*) from vendor_custom_feed f where f.vendor_id = v.vendor_id) as custom_feed_count,
      exists (
        select from login l where l.vendor_id = v.vendor_id and l.role = 'customer') as has_login,
      exists (
        select
        from login l
        join second_factor f using (login_id)
        where l.vendor_id = v.vendor_id and f.confirmed_tm is not null) as has_second_factor,
      array(
        select distinct k.market_name
        from vendor_market_map m
        join market k using (market_id)
        where m.vendor_id = v.vendor_id
        order by k.market_name) as markets,
      array(
        select distinct k.market_name
        from vendor_store s
        join market k using (market_id)
        where s.vendor_id = v.vendor_id
        order by k.market_name) as store_markets,
      (
        select count(*)
        from subscription s
        where s.vendor_id = v.vendor_id and s.paused_at is null) as active_subscription_count,
      last.tm as last_tm, last.message as last_message, last.action_by_name as last_by
    from vendor v
    left join lateral (
      select a.tm, a.message, a.action_by_name
      from activity a
      where a.vendor_id = v.vendor_id
        -- customers sign in all day, which says nothing about the account
        and a.type not in ('session.sign_in', 'session.sign_in_failed', 'session.end')
        -- a run of a custom feed that came by itself is nobody's act
        and (a.action_by is not null or a.entity is distinct from 'feed_run')
      order by a.activity_id desc
      limit 1
    ) last on true
    where v.vendor_id = ${vendorId} and not v.is_staff`.execute(db)
  return rows[0]
}
