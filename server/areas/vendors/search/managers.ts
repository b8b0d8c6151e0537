import type { Parsed } from '#contract/index.ts'
import type { Manager, ManagerChange } from '#contract/vendors/managers.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'

/** Staff who can look after vendors, by name. */
export async function listAccountManagers({ db }: Ctx) {
  const { rows } = await sql<Manager>`
    select v.vendor_id, v.company as name, l.role, coalesce(n.vendors, 0)::int as vendors,
      coalesce(o.vendors, 0)::int as crm_vendors
    from vendor v
    join login l using (vendor_id)
    left join (
      select account_manager_vendor_id as vendor_id, count(*) as vendors
      from vendor
      where account_manager_vendor_id is not null
      group by 1) n using (vendor_id)
    left join (
      select crm_owner_vendor_id as vendor_id, count(*) as vendors
      from vendor
      where crm_owner_vendor_id is not null
      group by 1) o using (vendor_id)
    where v.is_staff and (l.disabled_tm is null or coalesce(n.vendors, o.vendors) is not null)
    order by lower(v.company), v.vendor_id
    limit 500`.execute(db)
  return rows
}

export async function listManagerChanges({ db }: Ctx, { params }: Parsed<'listManagerChanges'>) {
  const vendor = await db
    .selectFrom('vendor')
    .select(['account_manager_vendor_id', 'crm_owner_vendor_id'])
    .where('vendor_id', '=', params.vid)
    .where('is_staff', '=', false)
    .executeTakeFirst()
  if (!vendor) throw notFound('vendor')
  const [account_manager, crm_owner] = await Promise.all([
    changesOf(db, params.vid, 'account_manager'),
    changesOf(db, params.vid, 'crm_owner'),
  ])
  return { ...vendor, account_manager, crm_owner }
}

async function changesOf(db: Db, vendorId: number, field: 'account_manager' | 'crm_owner') {
  const { rows } = await sql<ManagerChange>`
    select activity_id, tm, changes -> ${field}::text ->> 'from' as from,
      changes -> ${field}::text ->> 'to' as to, reason as note, action_by_name as support_staff
    from activity
    where entity = 'vendor' and entity_id = ${String(vendorId)} and type = ${`vendor.${field}`}
    order by activity_id desc
    limit 200`.execute(db)
  return rows
}

/** The name of a staff member to whom vendors can be assigned: one whose login isn’t disabled. */
export async function assignableName(db: Db, vendorId: number): Promise<string | undefined> {
  const disabled = await db
    .selectFrom('login')
    .select('login_id')
    .where('vendor_id', '=', vendorId)
    .where('disabled_tm', 'is not', null)
    .executeTakeFirst()
  return disabled ? undefined : staffName(db, vendorId)
}

/** A staff member's name; undefined if there is none with this id. */
export const staffName = async (db: Db, vendorId: number | null): Promise<string | undefined> =>
  vendorId === null
    ? undefined
    : (
        await db
          .selectFrom('vendor')
          .select('company')
          .where('vendor_id', '=', vendorId)
          .where('is_staff', '=', true)
          .executeTakeFirst()
      )?.company

/** The names of all staff, by their ids as account managers. */
export async function staffNames(db: Db): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('vendor')
    .select(['vendor_id', 'company'])
    .where('is_staff', '=', true)
    .limit(5000)
    .execute()
  return new Map(rows.map(({ vendor_id, company }) => [vendor_id, company]))
}
