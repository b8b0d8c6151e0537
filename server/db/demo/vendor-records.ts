import { activation } from '#contract/integrations/integrations.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'

/**
 * What stands on the page of a vendor beside its plan: the same for the same vendor in every demonstration.
 */
export async function seedVendorRecords(tx: Tx): Promise<void> {
  await seedSetUp(tx)
  await seedContacts(tx)
  await seedNotes(tx)
  await seedRestrictedAccess(tx)
  await seedSubscriptionStates(tx)
  await seedAuths(tx)
  await seedManagers(tx)
}

/** The progress of onboarding integrations, and the store of each. */
async function seedSetUp(tx: Tx): Promise<void> {
  await sql`
    update vendor_market_map
    set supplier_account_confirmed = dice > 0,
      access_details_provided = dice > 1,
      tools_configured = dice > 2,
      -- few take so long that staff are notified
      insert_tm = greatest(
        now() - make_interval(days => case when vendor_market_map_id % 89 = 0 then 6 else 1 end + vendor_market_map_id % 4),
        since),
      is_activated = case when vendor_market_map_id % 7 = 0 then 2 else 0 end
    from (
      select m.vendor_market_map_id as id, m.vendor_market_map_id % 4 as dice, s.insert_tm as since
      from vendor_market_map m
      join subscription s using (vendor_id, dropshipper_id)) x
    where id = vendor_market_map_id and is_activated = ${sql.lit(activation.onboarding)}`.execute(tx)
  await sql`
    update vendor_market_map m
    set vendor_store_id = st.vendor_store_id
    from vendor_store st
    where st.vendor_id = m.vendor_id and st.market_id = m.market_id`.execute(tx)
  await sql`
    update vendor_market_map set market_is_on = false
    where is_activated = ${sql.lit(activation.active)} and vendor_market_map_id % 37 = 0`.execute(tx)
  await sql`
    update vendor
    set order_volume = (array['Unknown', '0', '1-100', '101-500', '501-2000', '2001-5000', '5000+'])
        [1 + vendor_id % 7],
      optimized_sync_oa = vendor_id % 6 = 0
    where not is_staff`.execute(tx)
  await sql`
    insert into vendor_category (vendor_id, catalog_category_id)
    select v.vendor_id, c.catalog_category_id
    from vendor v
    join catalog_category c on (v.vendor_id + c.catalog_category_id) % 9 = 0
    where not v.is_staff`.execute(tx)
}

/** Some vendors have a second contact. */
const seedContacts = (tx: Tx) =>
  sql`
    insert into contact (vendor_id, first_name, last_name, email, primary_phone, phone)
    select v.vendor_id, 'Robin', c.last_name, 'office' || v.vendor_id || '@example.com', '+1 555 010 0' ||
      lpad((v.vendor_id % 1000)::text, 3, '0'), ''
    from vendor v
    join contact c on c.contact_id = v.primary_contact_id
    where not v.is_staff and v.vendor_id % 5 = 0`.execute(tx)

/** Staff notes, two or three about every other vendor. */
const seedNotes = (tx: Tx) =>
  sql`
    insert into vendor_note (vendor_id, note, note_type, pinned, written_by, written_by_name, insert_tm)
    select v.vendor_id, n.note, n.type, n.pinned and v.vendor_id % 10 = 0, l.login_id,
      w.company,
      -- of a vendor that came only then, in the same order since
      greatest(
        now() - make_interval(days => n.days + v.vendor_id % 20, mins => v.vendor_id * 37 % 600),
        v.insert_tm + (now() - v.insert_tm) * (100 - n.days) / 110)
    from vendor v
    cross join (values
      (0, 'Wants a call before anything is changed in the store.', 0, true, 40, 2),
      (1, 'Asked for two more garden suppliers for the spring; sent the list.', 0, false, 12, 4),
      (2, 'New card arrives on Monday, asked not to be suspended before.', 11, false, 5, 3),
      (3, 'Takes another supplier for the winter, onboarding is begun.', 10, false, 20, 2),
      (4, 'Registered after the trade fair, has two stores already.', 4, false, 90, 4),
      (5, 'No answer, left a message.', 7, false, 33, 2)) as n(nth, note, type, pinned, days, writer)
    join vendor w on w.vendor_id = n.writer
    left join login l on l.vendor_id = w.vendor_id
    where not v.is_staff and v.vendor_id % 2 = 0 and (v.vendor_id / 2 + n.nth) % 3 = 0
    order by n.days desc, v.vendor_id`.execute(tx)

const seedRestrictedAccess = (tx: Tx) =>
  sql`
    insert into restricted_access (vendor_id, dropshipper_id, note, added_by, created_tm)
    select v.vendor_id, d.dropshipper_id, 'The supplier agreed by mail', 'Marco Manager',
      greatest(now() - make_interval(days => 3 + v.vendor_id % 200), v.insert_tm + interval '1 hour')
    from vendor v
    join dropshipper d on d.allow_browse = -1 and (v.vendor_id + d.dropshipper_id) % 23 = 0
    where not v.is_staff`.execute(tx)

/**
 * A subscription is frozen, or will be, with its integrations; some have chosen warehouses and filled in
 * fields.
 */
async function seedSubscriptionStates(tx: Tx): Promise<void> {
  await sql`
    update subscription s
    set is_pause_pending = m.is_pause_pending, paused_at = m.paused_at
    from vendor_market_map m
    where m.vendor_id = s.vendor_id
      and m.dropshipper_id = s.dropshipper_id
      and (m.is_pause_pending or m.paused_at is not null)`.execute(tx)
  await sql`
    insert into subscription_warehouse (vendor_supplier_id, dropshipper_id, dropshipper_location_id)
    select s.vendor_supplier_id, s.dropshipper_id, min(l.dropshipper_location_id)
    from subscription s
    join dropshipper_shipping_location l using (dropshipper_id)
    where s.vendor_supplier_id % 5 = 0
    group by s.vendor_supplier_id, s.dropshipper_id`.execute(tx)
  await sql`
    insert into subscription_config (vendor_supplier_id, custom_feed_field_id, value)
    select s.vendor_supplier_id, f.custom_feed_field_id,
      case f.name
        when 'Price tier' then (array['Standard', 'Silver', 'Gold'])[1 + s.vendor_supplier_id % 3]
        when 'Warehouse' then (array['East', 'West', 'Central'])[1 + s.vendor_supplier_id % 3]
        else 'A-' || (10000 + s.vendor_supplier_id)
      end
    from subscription s
    join dropshipper_custom_feed_field f using (dropshipper_id)
    where s.vendor_supplier_id % 4 <> 0`.execute(tx)
  // a supplier became restricted after some had subscribed; most of them kept access
  await sql`
    insert into restricted_access (vendor_id, dropshipper_id, note, added_by, created_tm)
    select s.vendor_id, s.dropshipper_id, 'Was subscribed before the supplier became restricted',
      'Ada Admin', greatest(now() - interval '30 days', s.insert_tm + interval '1 hour')
    from subscription s
    join dropshipper d using (dropshipper_id)
    where d.allow_browse = -1 and s.vendor_supplier_id % 6 <> 0
    on conflict do nothing`.execute(tx)
}

/** One for each API market that a vendor sells on; some have ended. */
const seedAuths = (tx: Tx) =>
  sql`
    insert into platform_auth
      (vendor_id, market_id, account_name, authorized_tm, expires_tm, revoked_tm, last_used_tm)
    select m.vendor_id, m.market_id,
      case when k.market_name like 'Amazon%' then 'A' || 1000000 + m.vendor_id * 37
        when k.market_name like 'Walmart%' then 'walmart-' || m.vendor_id
        when k.market_name like 'Shopify%' then 'shop-' || m.vendor_id || '.myshopify.com'
        else 'api.zentail.com' end,
      a.authorized_tm,
      case when k.market_name like 'Amazon%' then a.authorized_tm + interval '365 days' end,
      case when m.vendor_id % 13 = 0
        then greatest(now() - interval '9 days', v.insert_tm + interval '1 day') end,
      now() - make_interval(hours => m.vendor_id % 30)
    from (select distinct vendor_id, market_id from vendor_market_map) m
    join market k using (market_id)
    join vendor v using (vendor_id)
    cross join lateral (
      select case
        when m.vendor_id % 11 = 0 and v.insert_tm < now() - interval '368 days' then now() - interval '367 days'
        when m.vendor_id % 7 = 0 and v.insert_tm < now() - interval '368 days' then now() - interval '361 days'
        else greatest(now() - interval '300 days', v.insert_tm + interval '1 hour') end as authorized_tm) a
    where k.market_name similar to '(Amazon|Walmart|Shopify|Zentail)%'`.execute(tx)

/** Which manager took a vendor over from whom. */
const seedManagers = (tx: Tx) =>
  sql`
    insert into activity (type, message, action_by_name, vendor_id, entity, entity_id, changes, reason, tm)
    select 'vendor.account_manager', 'Account manager changed to ' || am.company, 'Ada Admin', v.vendor_id,
      'vendor', v.vendor_id, jsonb_build_object('account_manager',
        jsonb_build_object('from', 'Sasha Support', 'to', am.company)),
      'Took over all accounts of the region',
      greatest(now() - make_interval(days => 30 + v.vendor_id % 90), v.insert_tm + (now() - v.insert_tm) / 2)
    from vendor v
    join vendor am on am.vendor_id = v.account_manager_vendor_id
    where v.vendor_id % 3 = 0
    order by v.vendor_id % 90 desc, v.vendor_id`.execute(tx)
