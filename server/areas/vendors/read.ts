import { displayedStatus, type VendorStanding } from '#contract/vendors/status.ts'
import type { Parsed } from '#contract/index.ts'
import { vendorSearchPageSize, type VendorRow } from '#contract/vendors/vendors.ts'
import { sql, type Db } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { vendorCounts } from './integrations.ts'

/** Counting beyond this many matches costs more than it tells. */
const countLimit = 10_000

const orders = {
  email_asc: sql`c.email asc nulls last, v.vendor_id`,
  email_desc: sql`c.email desc nulls last, v.vendor_id`,
  vendor_id_asc: sql`v.vendor_id asc`,
  vendor_id_desc: sql`v.vendor_id desc`,
  newest: sql`v.insert_tm desc, v.vendor_id desc`,
  oldest: sql`v.insert_tm asc, v.vendor_id asc`,
} as const

const likePattern = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`

/**
 * A page of vendors, customers only. A number finds that id first;
 * words match company, email, name and phone by trigram indexes.
 */
export async function searchVendors({ db }: Ctx, { body }: Parsed<'searchVendors'>) {
  const { term, sort, status, page } = body
  const vendorId = /^\d{1,9}$/.test(term) ? Number(term) : null
  const where = sql`
    not v.is_staff
      and ${term === '' ? sql`true` : matches(likePattern(term), vendorId)}
      and ${status.length ? sql`v.vendor_status_id = any(${status}::smallint[])` : sql`true`}`
  const [{ rows: ids }, { rows: counted }] = await Promise.all([
    sql<{ vendor_id: number }>`
      select v.vendor_id
      from vendor v
      left join contact c on c.contact_id = v.primary_contact_id
      where ${where}
      order by ${vendorId === null ? sql`` : sql`(v.vendor_id = ${vendorId}) desc,`} ${orders[sort]}
      limit ${vendorSearchPageSize}
      offset ${(page - 1) * vendorSearchPageSize}`.execute(db),
    sql<{ n: number }>`
      select count(*) as n
      from (select 1 from vendor v where ${where} limit ${countLimit + 1}) x`.execute(db),
  ])
  const total = counted[0]!.n
  const wanted = ids.map((row) => row.vendor_id)
  return {
    total: Math.min(total, countLimit),
    total_is_exact: total <= countLimit,
    vendors: await rowsOf(db, wanted),
  }
}

const matches = (like: string, vendorId: number | null) => sql`
  v.vendor_id in (
    select vendor_id from vendor where company ilike ${like}
    union
    select vendor_id
    from contact
    where (email || ' ' || first_name || ' ' || last_name || ' ' || primary_phone) ilike ${like}
    ${vendorId === null ? sql`` : sql`union select ${vendorId}::int`})`

/** The rows of the given vendors, in the given order. What they have is counted for these alone. */
async function rowsOf(db: Db, ids: number[]): Promise<VendorRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Omit<VendorRow, 'status'> & VendorStanding>`
    select v.vendor_id, v.company,
      trim(coalesce(c.first_name, '') || ' ' || coalesce(c.last_name, '')) as name,
      coalesce(c.email, '') as email, coalesce(c.primary_phone, '') as phone, p.name as plan,
      am.company as account_manager, crm.company as crm_owner, v.next_charge_date, v.insert_tm,
      v.vendor_status_id, v.billing_failures, n.subscription_count, n.total_active_integrations,
      n.total_cancel_pending, n.total_freeze_pending, n.total_frozen
    from unnest(${ids}::int[]) with ordinality as want(vendor_id, place)
    join vendor v using (vendor_id)
    cross join lateral (${vendorCounts}) n
    left join contact c on c.contact_id = v.primary_contact_id
    left join plan_type p using (vendor_plan_type_id)
    left join vendor am on am.vendor_id = v.account_manager_vendor_id
    left join vendor crm on crm.vendor_id = v.crm_owner_vendor_id
    order by want.place`.execute(db)
  return rows.map(
    ({ billing_failures, total_cancel_pending, total_freeze_pending, total_frozen, ...row }) => {
      const counts = { total_cancel_pending, total_freeze_pending, total_frozen }
      return { ...row, status: displayedStatus({ ...row, ...counts, billing_failures }) }
    },
  )
}

const chargeStatuses: Record<number, string> = { 1: 'Success', 2: 'Declined', 3: 'Failed' }

/** One vendor with its subscriptions and last charges; a staff record or an unknown id doesn't exist here. */
export async function getVendor({ db }: Ctx, { params }: Parsed<'getVendor'>) {
  const { vendor_id } = params
  const [row] = await rowsOf(db, [vendor_id])
  const more = await db
    .selectFrom('vendor')
    .leftJoin('contact', 'contact_id', 'primary_contact_id')
    .select([
      'is_staff',
      'credit_available',
      'billing_failures',
      'address1',
      'city',
      'state',
      'zip',
      'country',
    ])
    .where('vendor.vendor_id', '=', vendor_id)
    .executeTakeFirst()
  if (!row || !more || more.is_staff) return { vendor_doesnt_exist: true as const }
  const [subscriptions, charges] = await Promise.all([
    subscriptionsOf(db, vendor_id),
    chargesOf(db, vendor_id),
  ])
  const town = [more.city, more.state, more.zip].filter(Boolean).join(' ')
  const address = [more.address1, town, more.country].filter((line): line is string => Boolean(line))
  const { credit_available, billing_failures } = more
  return { ...row, credit_available, billing_failures, address, subscriptions, charges }
}

const subscriptionsOf = (db: Db, vendorId: number) =>
  db
    .selectFrom('subscription')
    .innerJoin('dropshipper', 'dropshipper.dropshipper_id', 'subscription.dropshipper_id')
    .select(['subscription.dropshipper_id', 'supplier_name as dropshipper_name', 'is_cancel_pending'])
    .select('subscription.insert_tm as since_tm')
    .where('vendor_id', '=', vendorId)
    .orderBy('supplier_name')
    .limit(500)
    .execute()

async function chargesOf(db: Db, vendorId: number) {
  const rows = await db
    .selectFrom('vendor_charge')
    .select([
      'vendor_charge_id',
      'tm',
      'amount',
      'charge_description as description',
      'vendor_charge_status_id',
    ])
    .where('vendor_id', '=', vendorId)
    .orderBy('vendor_charge_id', 'desc')
    .limit(12)
    .execute()
  // no status counts as success
  return rows.map(({ vendor_charge_status_id, ...charge }) => ({
    ...charge,
    status: chargeStatuses[vendor_charge_status_id ?? 1] ?? 'Success',
  }))
}
