-- The ledger up to one of its movements, summed: a screen adds what came since.
create table ledger_sum (
  month date not null,
  account text not null references ledger_account,
  -- charged, refunded or disputed
  how text not null,
  -- above zero
  comes boolean not null,
  amount numeric(16,2) not null,
  primary key (month, account, how, comes)
);
create table ledger_summed (one boolean primary key default true check (one), through bigint not null);
insert into ledger_summed (through) values (0);
