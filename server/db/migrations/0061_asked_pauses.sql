-- a customer has asked for a pause, which staff confirm
alter table subscription add column pause_asked_tm timestamptz;
-- the files of catalogues that a vendor's people asked for
create index list_export_own on list_export (((input ->> 'vendor_id')::integer), list_export_id desc)
  where list = 'own_catalogue';
