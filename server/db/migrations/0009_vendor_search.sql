-- a phone is found by its digits however it is written, a name in spite of a slip
drop index contact_search;
alter table contact drop column person_key;
alter table contact
  add column person_key text not null generated always as (
    lower(email || ' ' || first_name || ' ' || last_name || ' ' || primary_phone)
    || ' ' || regexp_replace(primary_phone, '[^0-9]', '', 'g')) stored,
  add column name_key text not null generated always as (lower(first_name || ' ' || last_name)) stored;
create index contact_search on contact using gin (person_key gin_trgm_ops);
create index contact_name on contact using gin (name_key gin_trgm_ops);

-- a vendor is found by its store's address
alter table vendor_store add column address_key text not null generated always as (lower(store_url)) stored;
create index vendor_store_search on vendor_store using gin (address_key gin_trgm_ops);

-- a vendor that is called just so comes before those whose name holds it
create index vendor_company on vendor (company_key);
