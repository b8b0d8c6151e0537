import type { RawBuilder } from 'kysely'
import { brokenInvariants, type Invariants } from '../platform/database/invariants.ts'
import { sql, type Db } from '../platform/database/db.ts'

/** What holds of the history of customers, whatever was done to them; `tm` orders the events. */
const invariantsBy = (tm: RawBuilder<unknown>): Invariants => ({
  'the last status change is the status': sql`
    select v.vendor_id as id
    from vendor v
    left join lateral (
      select to_id
      from vendor_status_change c
      where c.vendor_id = v.vendor_id
      order by ${tm} desc, vendor_status_change_id desc
      limit 1) c on true
    where c.to_id is distinct from v.vendor_status_id`,
  'each status change goes on from the one before': sql`
    select vendor_id as id
    from (
      select vendor_id, from_id,
        lag(to_id) over (partition by vendor_id order by ${tm}, vendor_status_change_id) as was
      from vendor_status_change) c
    where c.was is distinct from c.from_id`,
  'an ended subscription has its event, and a living one none after it was added': sql`
    select coalesce(e.vendor_id, s.vendor_id) as id
    from (
      select distinct on (vendor_id, dropshipper_id) vendor_id, dropshipper_id, what
      from subscription_event
      order by vendor_id, dropshipper_id, ${tm} desc, subscription_event_id desc) e
    full join subscription s using (vendor_id, dropshipper_id)
    where e.vendor_id is null or (e.what in ('ended', 'removed')) = (s.vendor_id is not null)`,
  'the last event of a subscription is its state': sql`
    select s.vendor_id as id
    from subscription s
    cross join lateral (
      select what
      from subscription_event e
      where e.vendor_id = s.vendor_id and e.dropshipper_id = s.dropshipper_id
      order by ${tm} desc, subscription_event_id desc
      limit 1) e
    where s.is_cancel_pending <> (e.what = 'cancel_asked')`,
  'the last owner is the owner': sql`
    select v.vendor_id as id
    from vendor v
    cross join lateral (values ('manager', v.account_manager_vendor_id), ('crm', v.crm_owner_vendor_id)) o (role, owner)
    left join lateral (
      select to_vendor_id
      from vendor_owner_change c
      where c.vendor_id = v.vendor_id and c.role = o.role
      order by ${tm} desc, vendor_owner_change_id desc
      limit 1) c on true
    where c.to_vendor_id is distinct from o.owner`,
  'a removed integration has its event, and one that is there none after it was added': sql`
    select coalesce(e.vendor_id, m.vendor_id) as id
    from (
      select distinct on (vendor_market_map_id) vendor_market_map_id, vendor_id, what
      from integration_event
      order by vendor_market_map_id, ${tm} desc, integration_event_id desc) e
    full join vendor_market_map m using (vendor_market_map_id)
    where e.vendor_id is null or (e.what = 'removed') = (m.vendor_id is not null)`,
})
export const brokenHistory = (db: Db): Promise<string[]> => brokenInvariants(db, invariantsBy(sql`tm`))
/** The same where a test’s clock goes back: by the order in which events were written. */
export const brokenWrites = (db: Db): Promise<string[]> => brokenInvariants(db, invariantsBy(sql`now()`))
