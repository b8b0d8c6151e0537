-- an integration has its subscription's state from its first moment on
update vendor_market_map m
set is_cancel_pending = s.is_cancel_pending,
  is_pause_pending = s.is_pause_pending,
  paused_at = s.paused_at
from subscription s
where s.vendor_id = m.vendor_id
  and s.dropshipper_id = m.dropshipper_id
  and (s.is_cancel_pending or s.is_pause_pending or s.paused_at is not null)
  and (m.is_cancel_pending, m.is_pause_pending, m.paused_at)
    is distinct from (s.is_cancel_pending, s.is_pause_pending, s.paused_at);

create function state_of_new_integration() returns trigger language plpgsql as $$
declare
  s subscription;
begin
  -- a change that is under way is waited for, and one that comes later finds this row
  select * into s
  from subscription
  where vendor_id = new.vendor_id and dropshipper_id = new.dropshipper_id
  for share;
  if s.is_cancel_pending or s.is_pause_pending or s.paused_at is not null then
    new.is_cancel_pending := s.is_cancel_pending;
    new.is_pause_pending := s.is_pause_pending;
    new.paused_at := s.paused_at;
  end if;
  return new;
end $$;
create trigger state_of_new_integration before insert on vendor_market_map
  for each row execute function state_of_new_integration();

-- one whose market is off isn't active
drop index vendor_market_map_active;
create index vendor_market_map_active on vendor_market_map (vendor_id) include (market_id, dropshipper_id)
  where is_activated = 1 and paused_at is null and market_is_on;
