-- what a search looks at, in small letters, made once instead of at every look
alter table vendor add column company_key text not null generated always as (lower(company)) stored;
alter table contact add column person_key text not null
  generated always as (lower(email || ' ' || first_name || ' ' || last_name || ' ' || primary_phone)) stored;
drop index contact_search;
drop index vendor_search;
create index contact_search on contact using gin (person_key gin_trgm_ops);
create index vendor_search on vendor using gin (company_key gin_trgm_ops);
