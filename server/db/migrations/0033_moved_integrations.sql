-- an integration that is given to another vendor or supplier has that subscription's state
create function state_of_moved_integration() returns trigger language plpgsql as $$
declare
  s subscription;
begin
  select * into s
  from subscription
  where vendor_id = new.vendor_id and dropshipper_id = new.dropshipper_id
  for share;
  new.is_cancel_pending := coalesce(s.is_cancel_pending, false);
  new.is_pause_pending := coalesce(s.is_pause_pending, false);
  new.paused_at := s.paused_at;
  return new;
end $$;
create trigger state_of_moved_integration before update of vendor_id, dropshipper_id on vendor_market_map
  for each row when ((old.vendor_id, old.dropshipper_id) is distinct from (new.vendor_id, new.dropshipper_id))
  execute function state_of_moved_integration();

-- a login that is erased with its account leaves its notes, which keep its name
alter table supplier_note
  drop constraint supplier_note_written_by_fkey,
  add constraint supplier_note_written_by_fkey
    foreign key (written_by) references login (login_id) on delete set null;
