import { noticeIncidents } from '#server/areas/incidents/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'

/** The customer to sign in as. */
const customer = sql`(select vendor_id from login where role = 'customer' order by login_id limit 1)`
/** Its suppliers by id: some fail, one has sent nothing for days. */
const suppliers = [1, 3, 4, 7, 12, 33]
const late = 33

/** The customer's suppliers, one in each state, and a store that lists them. */
export async function seedCustomer(tx: Tx): Promise<void> {
  await sql`
    insert into subscription (vendor_id, dropshipper_id, insert_tm)
    select ${customer}, id, now() - interval '90 days'
    from unnest(${suppliers}::int[]) id
    on conflict do nothing`.execute(tx)
  await sql`
    insert into vendor_market_map (vendor_id, dropshipper_id, market_id, is_activated, full_product_import)
    select ${customer}, id, 48, 1, true
    from unnest(${suppliers}::int[]) id`.execute(tx)
  await sql`
    insert into vendor_store (vendor_id, vendor_store_name, market_id, store_url, drop_to)
    select ${customer}, 'Carla’s Corner', 48, 'https://carlas-corner.example.com',
      jsonb_build_object('kind', 'storage', 'folder', 'carlas-corner')`.execute(tx)
  await sql`
    insert into incident_mail (vendor_id, dropshipper_id, since_tm)
    select ${customer}, id, now() - interval '80 days'
    from unnest(${suppliers.slice(0, 3)}::int[]) id`.execute(tx)
}

/** Problems of the last weeks, resolved and current. */
export async function seedIncidents(services: Services): Promise<void> {
  const { db } = services
  await sql`
    with f as (
      update feed
      set schedule_cron = null, next_run_tm = null
      where dropshipper_id = ${late} and vendor_custom_feed_id is null
      returning feed_id)
    update feed_run r
    set insert_tm = insert_tm - interval '4 days', start_tm = start_tm - interval '4 days',
      end_tm = end_tm - interval '4 days', applied_tm = applied_tm - interval '4 days'
    from f
    where r.feed_id = f.feed_id`.execute(db)
  await sql`
    insert into incident (feed_id, kind, reason_code, began_tm, seen_tm, well_tm, ended_tm, told_tm, told_well_tm)
    select f.feed_id, x.kind, x.code, began, began, well, well, began + interval '30 minutes',
      well + interval '30 minutes'
    from feed f
    cross join lateral (
      values (9, 5, 'failing', 'http_status'), (23, 3, 'held', null), (41, 26, 'failing', 'truncated'),
        (66, 50, 'late', null)) as x (days, hours, kind, code)
    cross join lateral (
      select now() - make_interval(days => x.days, hours => f.dropshipper_id) as began) b
    cross join lateral (select began + make_interval(hours => x.hours, mins => f.dropshipper_id) as well) w
    where f.vendor_custom_feed_id is null and (f.dropshipper_id + x.days) % 3 = 0`.execute(db)
  await noticeIncidents(services)
}
