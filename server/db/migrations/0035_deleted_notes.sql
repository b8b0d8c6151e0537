-- a deleted note can be brought back as it was, and is nowhere meanwhile
alter table vendor_note add column deleted_tm timestamptz;
alter table supplier_note add column deleted_tm timestamptz;

drop index vendor_note_search;
create index vendor_note_search on vendor_note using gin (lower(note) gin_trgm_ops) with (fastupdate = off)
  where deleted_tm is null;

-- those that are kept no longer
create index vendor_note_deleted on vendor_note (deleted_tm) where deleted_tm is not null;
create index supplier_note_deleted on supplier_note (deleted_tm) where deleted_tm is not null;
