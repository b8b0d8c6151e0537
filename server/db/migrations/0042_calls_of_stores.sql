-- what is told to a market by its own interface, call by call: written before the call, and ended by its answer
create table store_call (
  store_call_id bigint generated always as identity primary key,
  vendor_store_id integer not null references vendor_store on delete cascade,
  store_update_id bigint not null references store_update on delete cascade,
  -- what repeats it without doing it twice, where the market takes such a key
  call_key uuid not null default gen_random_uuid(),
  -- of which of the market's allowances it is
  bucket text not null,
  told text not null,
  products integer not null,
  state text not null default 'sending' check (state in ('sending', 'accepted', 'done', 'failed')),
  requests integer not null default 0,
  spent numeric not null default 0,
  live integer not null default 0,
  refused integer not null default 0,
  -- by which the market says later what became of it
  ticket text,
  poll_tm timestamptz,
  polls integer not null default 0,
  said text,
  insert_tm timestamptz not null default now(),
  end_tm timestamptz
);
create index store_call_spent on store_call (vendor_store_id, bucket, insert_tm);
create index store_call_open on store_call (vendor_store_id) where state in ('sending', 'accepted');
create index store_call_due on store_call (vendor_store_id, poll_tm) where state = 'accepted';
create index store_call_update on store_call (store_update_id);

alter table store_outbox add column store_call_id bigint references store_call;
create index store_outbox_call on store_outbox (store_call_id) where store_call_id is not null;

alter table store_product
  -- what the market calls it, by the names of its interface
  add column remote jsonb,
  add column refused_tm timestamptz,
  add column refused_why text,
  add column refused_text text,
  add column refused_update_id bigint;
create index store_product_refused on store_product (vendor_store_id, refused_update_id)
  where refused_tm is not null;

alter table store_update
  add column refused integer not null default 0,
  -- of what waited, what went over to the next update
  add column left_over integer not null default 0,
  drop constraint store_update_state_check,
  add constraint store_update_state_check check (state in (
    'asked', 'planning', 'held', 'sending', 'accepted', 'sent', 'nothing', 'dry', 'discarded', 'superseded'));

-- when the market takes more, or says what became of what it took; until then nothing is begun
alter table vendor_store
  add column waits_until timestamptz,
  add column waits_for text;
create index vendor_store_waits on vendor_store (waits_until) where waits_until is not null;
