-- how one signs in to a store, and where its images lie; what its file goes by stays in drop_to and
-- drop_secret
alter table vendor_store
  add column store_admin_url text not null default '',
  add column store_admin_login text not null default '',
  add column store_admin_secret text,
  add column database_name text not null default '',
  add column database_username text not null default '',
  add column database_secret text,
  add column image_file_path text not null default '',
  add column custom_image_name text not null default '';

-- a store that takes no file is never behind: no update is queued for it
create function take_no_file() returns trigger language plpgsql as $$
begin
  new.behind_since := null;
  return new;
end $$;
create trigger store_without_file before insert or update on vendor_store
for each row when (new.drop_to->>'kind' = 'none' and new.behind_since is not null)
execute function take_no_file();
