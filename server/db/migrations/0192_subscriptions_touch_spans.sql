-- A full refund ends a vendor’s MRR only with its last subscription, so spans follow subscriptions, too.
create function mark_subscriptions_dirty() returns trigger language plpgsql as $$
begin
  insert into report_dirty (vendor_id, from_day, what)
  select vendor_id, min((tm at time zone 'UTC')::date), 'subscription'
  from touched
  where what in ('added', 'ended', 'removed')
  group by vendor_id;
  return null;
end $$;
create trigger subscription_event_added after insert on subscription_event
  referencing new table as touched for each statement execute function mark_subscriptions_dirty();
insert into report_dirty (vendor_id, from_day, what)
select vendor_id, min(issued_on), 'credit_note'
from invoice
where credit_note_of is not null
group by vendor_id;
