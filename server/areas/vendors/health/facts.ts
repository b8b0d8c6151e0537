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
import { updatesOfVendor } from './updates.ts'

type CountedFacts = Pick<
  VendorFacts,
  | 'vendor_status_id'
  | 'billing_failures'
  | 'subscription_count'
  | 'total_active_integrations'
  | 'total_frozen'
> &
  Pick<VendorRow, 'vendor_id' | 'account_manager' | 'next_charge_date'>

interface Authorization {
  market_name: string
  expires_tm: string | null
  revoked_tm: string | null
}
interface ReadFacts extends Pick<
  VendorFacts,
  | 'stopped'
  | 'held'
  | 'refused'
  | 'stuck'
  | 'unfilled'
  | 'unfilled_markets'
  | 'unsent'
  | 'disputed'
  | 'inquired'
  | 'declined'
  | 'updates'
  | 'failed_updates'
> {
  vendor_id: number
  auths: Authorization[]
}

/**
 * The facts behind the health of these vendors, in addition to the counts in their rows.
 * @param now in milliseconds since 1970
 */
export async function factsOf(
  db: Db,
  vendors: readonly (CountedFacts & Pick<VendorFacts, 'billed_monthly'>)[],
  now: number,
): Promise<Map<number, VendorFacts>> {
  const ids = vendors.map((v) => v.vendor_id)
  const [feeds, ownFeeds, facts] = await Promise.all([
    feedsInTrouble(db, ids),
    ownFeedsInTrouble(db, ids),
    readFacts(db, ids),
  ])
  return new Map(
    vendors.flatMap((vendor) => {
      const read = facts.get(vendor.vendor_id)
      if (!read) return []
      const { vendor_id, auths, ...rest } = read
      const { vendor_status_id, billing_failures, subscription_count } = vendor
      const { total_active_integrations, total_frozen, billed_monthly, next_charge_date } = vendor
      const vendorFacts: VendorFacts = {
        vendor_status_id,
        billing_failures,
        subscription_count,
        total_active_integrations,
        total_frozen,
        billed_monthly,
        next_charge_date,
        has_account_manager: vendor.account_manager !== null,
        feeds: byStanding(feeds.get(vendor_id) ?? []),
        own_feeds: byStanding(ownFeeds.get(vendor_id) ?? []),
        auths_ended: marketsOf(auths, 'Expired', now),
        auths_ending: marketsOf(auths, 'Expires soon', now),
        ...rest,
      }
      return [[vendor_id, vendorFacts] as const]
    }),
  )
}

type NamedStanding = readonly [name: string, standing: Standing | undefined]

/** The suppliers of each vendor with the standings of their feeds, by name. */
async function feedsInTrouble(db: Db, ids: number[]): Promise<Map<number, NamedStanding[]>> {
  const { rows } = await sql<{ vendor_id: number; dropshipper_id: number; supplier_name: string }>`
    select s.vendor_id, d.dropshipper_id, d.supplier_name
    from subscription s
    join dropshipper d using (dropshipper_id)
    where s.vendor_id = any(${ids}::int[])
    order by d.supplier_name`.execute(db)
  const standings = await ownStandings(db, [...new Set(rows.map((row) => row.dropshipper_id))])
  return byVendor(rows, (row) => [row.supplier_name, standings.get(row.dropshipper_id)?.standing])
}
/** The same for their own custom feeds. */
async function ownFeedsInTrouble(db: Db, ids: number[]): Promise<Map<number, NamedStanding[]>> {
  const { rows } = await sql<{ vendor_id: number; vendor_custom_feed_id: number; supplier_name: string }>`
    select f.vendor_id, f.vendor_custom_feed_id, d.supplier_name
    from vendor_custom_feed f
    join dropshipper d using (dropshipper_id)
    where f.vendor_id = any(${ids}::int[])
    order by d.supplier_name
    limit ${500 * ids.length}`.execute(db)
  const standings = await customStandings(
    db,
    rows.map((row) => row.vendor_custom_feed_id),
  )
  return byVendor(rows, (row) => [row.supplier_name, standings.get(row.vendor_custom_feed_id)?.standing])
}
function byVendor<Row extends { vendor_id: number }, Value>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
): Map<number, Value[]> {
  const values = new Map<number, Value[]>()
  for (const row of rows) {
    const ofVendor = values.get(row.vendor_id)
    if (ofVendor) ofVendor.push(valueOf(row))
    else values.set(row.vendor_id, [valueOf(row)])
  }
  return values
}
function byStanding(feeds: readonly NamedStanding[]): FeedTroubles {
  const troubles: Record<keyof FeedTroubles, string[]> = { failing: [], held: [], late: [], flaky: [] }
  for (const [name, standing] of feeds)
    if (standing && inTrouble(standing)) troubles[standing as keyof FeedTroubles]?.push(name)
  return troubles
}

const marketsOf = (auths: readonly Authorization[], state: AuthState, now: number) => [
  ...new Set(auths.filter((auth) => authState({ now, ...auth }) === state).map((auth) => auth.market_name)),
]

/** Everything else of each vendor, in one statement: each part reads an index by the vendor. */
async function readFacts(db: Db, ids: number[]): Promise<Map<number, ReadFacts>> {
  const { rows } = await sql<ReadFacts>`
    select v.vendor_id, stores.*, updates.*,
      (${stuck}) as stuck,
      array(${unfilledSuppliers}) as unfilled,
      array(${unfilledMarkets}) as unfilled_markets,
      (${unsent}) as unsent,
      (select count(*) from dispute d where d.vendor_id = v.vendor_id and d.state = 'open') as disputed,
      (select count(*) from dispute d where d.vendor_id = v.vendor_id and d.state = 'inquiry') as inquired,
      (
        select jsonb_build_object('amount', last.amount)
        from (${lastCharge(sql`v.vendor_id`)}) last
        where last.vendor_charge_status_id <> ${sql.lit(chargeStatus.succeeded)}) as declined,
      (${auths}) as auths
    from unnest(${ids}::int[]) v(vendor_id)
    cross join lateral (${stores}) stores
    cross join lateral (${updatesOfVendor(failureMarks.days)}) updates`.execute(db)
  return new Map(rows.map((row) => [row.vendor_id, row]))
}

/** The vendor's stores that get no updates or have an update awaiting approval, and products that marketplaces refuse. */
const stores = sql`
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
      where st.vendor_id = v.vendor_id
      order by lower(st.vendor_store_name)) s`

/** Integrations that have been in setup for too long. */
const stuck = sql`
    select count(*)
    from vendor_market_map m
    join subscription s using (vendor_id, dropshipper_id)
    where m.vendor_id = v.vendor_id
      and m.is_activated = ${sql.lit(activation.onboarding)}
      and m.paused_at is null
      and not m.is_cancel_pending
      and not m.is_pause_pending
      and m.insert_tm < now() - make_interval(days => ${sql.lit(onboardingDays)})`

/** Suppliers with a required field left blank. A subscription that is ending or frozen requires nothing. */
const unfilledSuppliers = sql`
    select d.supplier_name
    from subscription s
    join dropshipper d using (dropshipper_id)
    where s.vendor_id = v.vendor_id
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
    order by lower(d.supplier_name)`

/** Active integrations in a market where no store is connected. Those that are ending need none. */
const unsent = sql`
    select count(*)
    from vendor_market_map m
    join subscription s on s.vendor_id = m.vendor_id and s.dropshipper_id = m.dropshipper_id
    where m.vendor_id = v.vendor_id
      and ${activeIntegration}
      and not m.is_cancel_pending
      and not m.is_pause_pending
      and not exists (
        select
        from vendor_store st
        where st.vendor_id = m.vendor_id
          and st.market_id = m.market_id
          and coalesce(st.drop_to ->> 'kind', 'none') <> 'none')`

/** Authorizations in markets of active integrations. */
const auths = sql`
    select coalesce(
      jsonb_agg(
        jsonb_build_object('market_name', a.market_name, 'expires_tm', a.expires_tm, 'revoked_tm', null)
        order by lower(a.market_name)),
      '[]')
    from (
      select k.market_name, a.expires_tm
      from platform_auth a
      join market k using (market_id)
      where a.vendor_id = v.vendor_id
        and a.revoked_tm is null
        and exists (
          select
          from vendor_market_map m
          where m.vendor_id = a.vendor_id and m.market_id = a.market_id and ${activeIntegration})
      limit 500) a`

/** Markets of active integrations with required fields left blank. */
const unfilledMarkets = sql`
    select distinct k.market_name
    from vendor_market_map m
    join market k using (market_id)
    join market_config c using (market_id)
    left join integration_config x using (vendor_market_map_id, market_config_id)
    where m.vendor_id = v.vendor_id
      and ${activeIntegration}
      and c.is_needed
      and c.config_type <> 'checkbox'
      and coalesce(x.config_value, c.default_value) = ''
    order by k.market_name`

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
