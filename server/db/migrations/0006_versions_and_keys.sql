-- a record's newest change, by which two people who edit it learn of each other
create index activity_record on activity (entity, entity_id, activity_id desc);

-- a write that carried an Idempotency-Key: it happens once, and its answer is given again
create table idempotency_key (
  login_id integer not null references login on delete cascade,
  key text not null,
  operation text not null,
  input_hash bytea not null,
  request_id text not null,
  answer text,
  tm timestamptz not null default now(),
  primary key (login_id, key)
);
create index idempotency_key_age on idempotency_key (tm);
