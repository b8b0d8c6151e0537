-- when the session's person last proved who they are: by signing in, or by their password since
alter table session add column fresh_tm timestamptz not null default now();
update session set fresh_tm = insert_tm;
-- the last sign-in; null: never
alter table login add column signed_in_tm timestamptz;
