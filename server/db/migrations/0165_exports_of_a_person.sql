-- A person’s recent exports, newest first.
create index list_export_person on list_export (login_id, list_export_id desc);
