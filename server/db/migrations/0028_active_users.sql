-- how many users were active as a day began, in UTC
create table active_vendor_day (
  day date primary key,
  users integer not null
);

-- the few that a list by email, or one of those whose billing fails, would look for among all
create index vendor_without_contact on vendor (vendor_id) where primary_contact_id is null and not is_staff;
create index vendor_billing_failing on vendor (insert_tm desc, vendor_id desc)
  where billing_failures > 0 and not is_staff;

-- who is active: counted, and looked up vendor by vendor, without reading the tables
create index vendor_active on vendor (vendor_id) where vendor_status_id = 1 and not is_staff;
create index vendor_market_map_active on vendor_market_map (vendor_id) include (market_id, dropshipper_id)
  where is_activated = 1 and paused_at is null;
