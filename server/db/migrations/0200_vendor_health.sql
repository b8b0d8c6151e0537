-- what lists sort and filter vendors by: computed every minute for those with new activity, then in turns
create table vendor_health (
  vendor_id integer primary key references vendor on delete cascade,
  -- null: not computed yet, or the account is canceled
  score smallint check (score between 0 and 100),
  cause text,
  owed numeric(12,2) not null default 0,
  computed_tm timestamptz
) with (fillfactor = 80);
insert into vendor_health (vendor_id) select vendor_id from vendor;
create index vendor_health_worst on vendor_health (score asc nulls last, vendor_id);
create index vendor_health_best on vendor_health (score desc nulls last, vendor_id desc);
-- each vendor has a row from its first moment on, so that lists by health miss none
create function keep_vendor_health() returns trigger language plpgsql as $$
begin
  insert into vendor_health (vendor_id) values (new.vendor_id) on conflict do nothing;
  return null;
end $$;
create trigger vendor_health_row after insert on vendor
  for each row execute function keep_vendor_health();
-- how far the timer is: the newest activity that it has seen, and the last vendor of its turn
create table vendor_health_turn (
  one boolean primary key default true check (one),
  activity_id bigint not null default 0,
  vendor_id integer not null default 0
);
insert into vendor_health_turn (activity_id) select coalesce(max(activity_id), 0) from activity;
-- the emails of a vendor, in its timeline
create index mail_vendor on mail (vendor_id, mail_id desc) where vendor_id is not null;
create index mail_recipient on mail (lower(recipient), mail_id desc);
