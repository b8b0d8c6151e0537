-- a letter lies sealed as its parts; one that isn't about the account alone has a kind, which can be
-- unsubscribed from
alter table mail
  add column vendor_id integer references vendor on delete cascade,
  add column kind text,
  add column tries smallint not null default 0,
  add column next_try_tm timestamptz not null default now(),
  add check ((vendor_id is null) = (kind is null));
create index mail_waiting on mail (next_try_tm) where sent_tm is null;

-- who wants which mails no more; addresses lie in small letters
create table mail_unsubscribe (
  vendor_id integer not null references vendor on delete cascade,
  address text not null check (address = lower(address)),
  kind text not null,
  tm timestamptz not null default now(),
  primary key (vendor_id, address, kind)
);
-- what became of mails to an address, as the mail service says
create table mail_trouble (
  address text not null check (address = lower(address)),
  what text not null check (what in ('hard_bounce', 'soft_bounce', 'complaint')),
  reason text not null,
  tm timestamptz not null,
  primary key (address, what)
);
