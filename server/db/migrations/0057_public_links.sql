-- a login that somebody gave to a contact, who hasn't confirmed the address yet
alter table login add column needs_verification boolean not null default false;
create table verification (
  token_hash bytea primary key,
  login_id integer not null references login on delete cascade,
  insert_tm timestamptz not null default now(),
  expires_tm timestamptz not null,
  used_tm timestamptz
);
create index verification_login on verification (login_id);

-- who was invited to register, with the hash of what the link holds
create table invitation (
  invitation_id integer generated always as identity primary key,
  token_hash bytea not null unique,
  email text not null,
  company text not null,
  insert_tm timestamptz not null default now(),
  expires_tm timestamptz not null,
  used_tm timestamptz
);
create index invitation_email on invitation (lower(email));
