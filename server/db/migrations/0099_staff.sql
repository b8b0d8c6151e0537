-- who of staff may no longer sign in, since when, by whom and why
alter table login
  add column disabled_tm timestamptz,
  add column disabled_by_name text,
  add column disabled_reason text,
  add check ((disabled_tm is null) = (disabled_by_name is null));

-- when a login was last used; kept beside the login, so that sessions in use never wait for a change of the login
create table login_use (
  login_id integer primary key references login on delete cascade,
  seen_tm timestamptz not null
);
insert into login_use
select login_id, max(seen_tm)
from session
group by login_id;
create function keep_login_use() returns trigger language plpgsql as $$
begin
  insert into login_use as u values (new.login_id, new.seen_tm)
  on conflict (login_id) do update set seen_tm = greatest(u.seen_tm, excluded.seen_tm);
  return null;
end $$;
create trigger login_use_of_session after insert or update of seen_tm on session
  for each row execute function keep_login_use();

-- who was invited to join staff, with the hash of what the link holds
create table staff_invitation (
  staff_invitation_id integer generated always as identity primary key,
  token_hash bytea not null unique,
  -- null: the first admin's link, printed at the start
  email text,
  role text not null check (role in ('support', 'account_manager', 'finance', 'admin')),
  -- null: made on the server itself
  invited_by integer references login on delete set null,
  invited_by_name text not null,
  insert_tm timestamptz not null default now(),
  expires_tm timestamptz not null,
  check (email is not null or role = 'admin')
);
create unique index staff_invitation_email on staff_invitation (lower(email));
create index staff_invitation_by on staff_invitation (invited_by);
