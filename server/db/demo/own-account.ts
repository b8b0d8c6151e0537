import { sql, type Tx } from '#server/platform/database/db.ts'

const customer = sql`(select vendor_id from login where role = 'customer' order by login_id limit 1)`
/** A customer's subscription in each state, and one with a requested pause. */
const states = [
  { id: 2, asked: true },
  { id: 5, cancel: true },
  { id: 8, pausing: true },
  { id: 9, paused: true },
]

/** The customer's subscriptions and product alerts, after the suppliers' files were read. */
export async function seedOwnAccount(tx: Tx): Promise<void> {
  await sql`
    update vendor
    set next_charge_date = current_date + 9
    where vendor_id = ${customer} and next_charge_date is null`.execute(tx)
  await seedStates(tx)
  await seedPrices(tx)
  await seedAlerts(tx)
}

async function seedStates(tx: Tx): Promise<void> {
  await sql`
    insert into subscription as s (vendor_id, dropshipper_id, insert_tm, is_cancel_pending, is_pause_pending,
      paused_at, pause_asked_tm)
    select v.vendor_id, x.id, greatest(v.insert_tm, now() - interval '200 days'), coalesce(x.cancel, false),
      coalesce(x.pausing, false), case when x.paused then now() - interval '20 days' end,
      case when x.asked then now() - interval '1 day' end
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
      as x(id int, asked boolean, cancel boolean, pausing boolean, paused boolean)
    join vendor v on v.vendor_id = ${customer}
    on conflict (vendor_id, dropshipper_id) do update
    set is_cancel_pending = excluded.is_cancel_pending, is_pause_pending = excluded.is_pause_pending,
      paused_at = excluded.paused_at, pause_asked_tm = excluded.pause_asked_tm`.execute(tx)
  const ids = states.map(({ id }) => id)
  await sql`
    insert into vendor_market_map (vendor_id, dropshipper_id, market_id, is_activated)
    select s.vendor_id, s.dropshipper_id, 48, 1
    from subscription s
    where s.vendor_id = ${customer}
      and s.dropshipper_id = any(${ids}::int[])
      and not exists (
        select
        from vendor_market_map m
        where m.vendor_id = s.vendor_id and m.dropshipper_id = s.dropshipper_id)`.execute(tx)
  await sql`
    update vendor_market_map m
    set is_cancel_pending = s.is_cancel_pending, is_pause_pending = s.is_pause_pending, paused_at = s.paused_at
    from subscription s
    where s.vendor_id = ${customer}
      and m.vendor_id = s.vendor_id
      and m.dropshipper_id = s.dropshipper_id`.execute(tx)
}

/** A third on top of the cost, unless it has rules. */
const seedPrices = (tx: Tx) =>
  sql`
    insert into price_rule (vendor_id, place, brand, cat1, cat2, cat3, cat4, cat5, markup_type_id,
      markup_value, tiers, add_shipping, add_dropship_fee, ignore_map, cap_at_msrp, round_to)
    select ${customer}, 0, '', '', '', '', '', '', 2, 0.33, '[]', false, false, false, true, 99
    where not exists (select from price_rule where vendor_id = ${customer})`.execute(tx)

/** Two addresses; the second also watches the first supplier. The last email covered the newest file. */
const seedAlerts = (tx: Tx) =>
  sql`
    insert into product_alert (vendor_id, email, dropshipper_id, alert_frequency_id, next_on, since_run_id,
      since_tm, shown_run_id, shown_tm, told_tm)
    select ${customer}, x.email, s.dropshipper_id, x.often, current_date + (array[1, 6, 29])[x.often], f.current_run_id,
      now() - interval '1 day', coalesce(earlier.id, 0), now() - interval '8 days', now() - interval '1 day'
    from (values ('customer@feedstock.test', 1, 2), ('customer@feedstock.test', 2, 1),
      ('buyer@carlas-corner.example.com', 1, 3)) as x (email, nth, often)
    join lateral (
      select dropshipper_id
      from subscription
      join dropshipper using (dropshipper_id)
      where vendor_id = ${customer} and allow_browse >= 0
      order by dropshipper_id
      offset x.nth - 1
      limit 1) s on true
    join feed f on f.dropshipper_id = s.dropshipper_id and f.vendor_custom_feed_id is null
    cross join lateral (
      select max(feed_run_id) as id
      from feed_run r
      where r.feed_id = f.feed_id and r.state = 'applied' and r.feed_run_id < f.current_run_id) earlier
    where f.current_run_id is not null`.execute(tx)
