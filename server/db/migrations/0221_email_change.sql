-- a new sign-in address that waits for its confirmation; of the emailed link only a hash is kept
create table email_change (
  login_id integer primary key references login on delete cascade,
  email text not null,
  token_hash bytea not null unique,
  insert_tm timestamptz not null default now(),
  expires_tm timestamptz not null
);
