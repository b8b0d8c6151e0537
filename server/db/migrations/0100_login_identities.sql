-- the account at the identity provider that a staff login belongs to, bound at its first sign-in there
create table login_identity (
  issuer text not null,
  subject text not null,
  login_id integer not null references login on delete cascade,
  insert_tm timestamptz not null default now(),
  primary key (issuer, subject),
  unique (login_id, issuer)
);
