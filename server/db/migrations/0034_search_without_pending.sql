-- a search would read all that was written since the last vacuum beside the index; these are written by hand
-- and searched all day
alter index vendor_search set (fastupdate = off);
alter index contact_search set (fastupdate = off);
alter index contact_name set (fastupdate = off);
alter index vendor_store_search set (fastupdate = off);
alter index vendor_note_search set (fastupdate = off);

-- what is found is counted without a look at each: all but the few of staff
create index vendor_staff on vendor (vendor_id) where is_staff;
