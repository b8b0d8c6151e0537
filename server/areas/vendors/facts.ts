import { chargeStatus, transType } from '#contract/billing/charge-codes.ts'
import { activation } from '#contract/integrations/activation.ts'
import type { RawBuilder } from 'kysely'
import { onboardingDays, type FeedTroubles, type VendorFacts } from '#contract/vendors/health.ts'
import { authState, type AuthState } from '#contract/vendors/platform-auths.ts'
import type { VendorRow } from '#contract/vendors/vendors.ts'
import { inTrouble, type Standing } from '#contract/feeds/standing.ts'
import { failureMarks } from '#contract/suppliers/failures.ts'
import { customStandings, ownStandings } from '#server/areas/feeds/public.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { openPaper } from '#server/areas/payments/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { updatesOf } from './updates.ts'

type CountedFacts = Pick<
  VendorFacts,
  | 'vendor_status_id'
  | 'billing_failures'
  | 'subscription_count'
  | 'total_active_integrations'
  | 'total_frozen'
> &
  Pick<VendorRow, 'vendor_id' | 'account_manager' | 'next_charge_date'>

/**
 * The facts behind a vendor's health, in addition to the counts in its row.
 * @param now in milliseconds since 1970
 */
export async function factsOf(
  db: Db,
  facts: CountedFacts & Pick<VendorFacts, 'billed_monthly'>,
  now: number,
): Promise<VendorFacts> {
  const [
    feeds,
    own_feeds,
    stores,
    updates,
    stuck,
    lastDecline,
    unfilledForms,
    unfilled_markets,
    unsent,
    auths,
    bank,
  ] = await Promise.all([
    feedsInTrouble(db, facts.vendor_id),
    ownFeedsInTrouble(db, facts.vendor_id),
    storesInTrouble(db, facts.vendor_id),
    updatesOf(db, facts.vendor_id, failureMarks.days),
    stuckOf(db, facts.vendor_id),
    declinedOf(db, facts.vendor_id),
    unfilledOf(db, facts.vendor_id),
    unfilledMarketsOf(db, facts.vendor_id),
    unsentOf(db, facts.vendor_id),
    authsOf(db, facts.vendor_id, now),
    disputesOf(db, facts.vendor_id),
  ])
  const { vendor_status_id, billing_failures, subscription_count } = facts
  const { total_active_integrations, total_frozen } = facts
  return {
    vendor_status_id,
    billing_failures,
    subscription_count,
    total_active_integrations,
    total_frozen,
    has_account_manager: facts.account_manager !== null,
    feeds,
    own_feeds,
    ...stores,
    declined: lastDecline,
    ...bank,
    stuck,
    unfilled: unfilledForms,
    unfilled_markets,
    unsent,
    ...auths,
    billed_monthly: facts.billed_monthly,
    next_charge_date: facts.next_charge_date,
    ...updates,
  }
}

/** The vendor's suppliers whose feeds need attention, by name. */
async function feedsInTrouble(db: Db, vendorId: number): Promise<VendorFacts['feeds']> {
  const suppliers = await db
    .selectFrom('subscription')
    .innerJoin('dropshipper', 'dropshipper.dropshipper_id', 'subscription.dropshipper_id')
    .select(['dropshipper.dropshipper_id', 'supplier_name'])
    .where('vendor_id', '=', vendorId)
    .orderBy('supplier_name')
    .execute()
  const standings = await ownStandings(
    db,
    suppliers.map((s) => s.dropshipper_id),
  )
  return byStanding(suppliers.map((s) => [s.supplier_name, standings.get(s.dropshipper_id)?.standing]))
}
/** The same for its own custom feeds. */
async function ownFeedsInTrouble(db: Db, vendorId: number): Promise<FeedTroubles> {
  const ownFeeds = await db
    .selectFrom('vendor_custom_feed')
    .innerJoin('dropshipper', 'dropshipper.dropshipper_id', 'vendor_custom_feed.dropshipper_id')
    .select(['vendor_custom_feed_id', 'supplier_name'])
    .where('vendor_id', '=', vendorId)
    .orderBy('supplier_name')
    .limit(500)
    .execute()
  const standings = await customStandings(
    db,
    ownFeeds.map((feed) => feed.vendor_custom_feed_id),
  )
  return byStanding(ownFeeds.map((f) => [f.supplier_name, standings.get(f.vendor_custom_feed_id)?.standing]))
}
function byStanding(
  feeds: readonly (readonly [name: string, standing: Standing | undefined])[],
): FeedTroubles {
  const troubles: Record<keyof FeedTroubles, string[]> = { failing: [], held: [], late: [], flaky: [] }
  for (const [name, standing] of feeds)
    if (standing && inTrouble(standing)) troubles[standing as keyof FeedTroubles]?.push(name)
  return troubles
}

/**
 * The vendor's stores that get no updates or have an update awaiting approval, and products that
 * marketplaces refuse.
 */
async function storesInTrouble(
  db: Db,
  vendorId: number,
): Promise<Pick<VendorFacts, 'stopped' | 'held' | 'refused'>> {
  const { rows } = await sql<Pick<VendorFacts, 'stopped' | 'held' | 'refused'>>`
    select
      coalesce(array_agg(s.name) filter (where s.stopped), '{}') as stopped,
      coalesce(array_agg(s.name) filter (where s.held), '{}') as held,
      coalesce(sum(s.refused), 0)::int as refused
    from (
      select st.vendor_store_name as name, st.stopped_reason is not null as stopped,
        exists (
          select
          from store_update u
          where u.vendor_store_id = st.vendor_store_id and u.state = 'held'
        ) as held,
        (
          select count(*)
          from store_product sp
          where sp.vendor_store_id = st.vendor_store_id and sp.refused_tm is not null
        ) as refused
      from vendor_store st
      where st.vendor_id = ${vendorId}
      order by lower(st.vendor_store_name)) s`.execute(db)
  return singleRow(rows)
}

/** Integrations that have been in setup for too long. */
async function stuckOf(db: Db, vendorId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from vendor_market_map m
    join subscription s using (vendor_id, dropshipper_id)
    where m.vendor_id = ${vendorId}
      and m.is_activated = ${sql.lit(activation.onboarding)}
      and m.paused_at is null
      and not m.is_cancel_pending
      and not m.is_pause_pending
      and m.insert_tm < now() - make_interval(days => ${onboardingDays}::int)`.execute(db)
  return singleRow(rows).n
}

/** Suppliers with a required field left blank. A subscription that is ending or frozen requires nothing. */
async function unfilledOf(db: Db, vendorId: number): Promise<string[]> {
  const { rows } = await sql<{ supplier_name: string }>`
    select d.supplier_name
    from subscription s
    join dropshipper d using (dropshipper_id)
    where s.vendor_id = ${vendorId}
      and s.paused_at is null
      and not s.is_cancel_pending
      and not s.is_pause_pending
      and exists (
        select
        from dropshipper_custom_feed_field f
        left join subscription_config c
          on c.custom_feed_field_id = f.custom_feed_field_id
          and c.vendor_supplier_id = s.vendor_supplier_id
        where f.dropshipper_id = s.dropshipper_id
          and f.required
          and c.value is null
          and c.secret is null)
    order by lower(d.supplier_name)`.execute(db)
  return rows.map((row) => row.supplier_name)
}

/**
 * Its active integrations in a market where none of its stores is connected. Those that are ending need
 * none.
 */
async function unsentOf(db: Db, vendorId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from vendor_market_map m
    join subscription s on s.vendor_id = m.vendor_id and s.dropshipper_id = m.dropshipper_id
    where m.vendor_id = ${vendorId}
      and ${activeIntegration}
      and not m.is_cancel_pending
      and not m.is_pause_pending
      and not exists (
        select
        from vendor_store st
        where st.vendor_id = m.vendor_id
          and st.market_id = m.market_id
          and coalesce(st.drop_to ->> 'kind', 'none') <> 'none')`.execute(db)
  return singleRow(rows).n
}

/** Markets of its active integrations whose authorization expired, or will within days. */
async function authsOf(
  db: Db,
  vendorId: number,
  now: number,
): Promise<Pick<VendorFacts, 'auths_ended' | 'auths_ending'>> {
  const { rows } = await sql<{ market_name: string; expires_tm: string | null; revoked_tm: string | null }>`
    select k.market_name, a.expires_tm, a.revoked_tm
    from platform_auth a
    join market k using (market_id)
    where a.vendor_id = ${vendorId}
      and a.revoked_tm is null
      and exists (
        select
        from vendor_market_map m
        where m.vendor_id = a.vendor_id and m.market_id = a.market_id and ${activeIntegration})
    order by lower(k.market_name)
    limit 500`.execute(db)
  const marketsOf = (state: AuthState) => [
    ...new Set(rows.filter((row) => authState({ now, ...row }) === state).map((row) => row.market_name)),
  ]
  return { auths_ended: marketsOf('Expired'), auths_ending: marketsOf('Expires soon') }
}

/** Markets of its active integrations with required fields left blank. */
async function unfilledMarketsOf(db: Db, vendorId: number): Promise<string[]> {
  const { rows } = await sql<{ market_name: string }>`
    select distinct k.market_name
    from vendor_market_map m
    join market k using (market_id)
    join market_config c using (market_id)
    left join integration_config v using (vendor_market_map_id, market_config_id)
    where m.vendor_id = ${vendorId}
      and ${activeIntegration}
      and c.is_needed
      and c.config_type <> 'checkbox'
      and coalesce(v.config_value, c.default_value) = ''
    order by k.market_name`.execute(db)
  return rows.map((row) => row.market_name)
}

/** Whether it has an open invoice: neither paid nor written off. */
export async function owesInvoice(db: Db, vendorId: number): Promise<boolean> {
  const { rows } = await sql`
    select
    from invoice
    where vendor_id = ${vendorId} and ${openPaper('invoice')}
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * The newest charge of the vendor; an attempt to charge an invoice that was written off since doesn't
 * count.
 */
export const lastCharge = (vendorId: RawBuilder<unknown>) => sql`
  select c.amount::text, c.tm, coalesce(c.vendor_charge_status_id, ${sql.lit(chargeStatus.succeeded)}) as vendor_charge_status_id
  from vendor_charge c
  where c.vendor_id = ${vendorId}
    and c.vendor_charge_trans_type_id = ${sql.lit(transType.charge)}
    and not exists (
      select
      from invoice i
      where i.invoice_id = c.invoice_id and i.written_off_tm is not null)
  order by c.vendor_charge_id desc
  limit 1`

/** The newest charge, if it failed. */
export async function declinedOf(db: Db, vendorId: number) {
  const { rows } = await sql<{
    amount: string
    tm: string
    vendor_charge_status_id: number
  }>`${lastCharge(sql`${vendorId}::int`)}`.execute(db)
  const [last] = rows
  if (!last || last.vendor_charge_status_id === chargeStatus.succeeded) return null
  return { amount: last.amount, tm: last.tm, failed: last.vendor_charge_status_id === chargeStatus.failed }
}

/** Its charges with an open dispute or inquiry. */
async function disputesOf(db: Db, vendorId: number): Promise<Pick<VendorFacts, 'disputed' | 'inquired'>> {
  const { rows } = await sql<Pick<VendorFacts, 'disputed' | 'inquired'>>`
    select count(*) filter (where state = 'open') as disputed,
      count(*) filter (where state = 'inquiry') as inquired
    from dispute
    where vendor_id = ${vendorId}`.execute(db)
  return singleRow(rows)
}
