-- Looked up movement by movement: a join’s plan, made while the ledger was small, read all of it ever after.
create or replace function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (
    select
    from (select distinct ledger_transaction_id from added) a
    where (
      select sum(p.amount) <> 0
      from ledger_posting p
      where p.ledger_transaction_id = a.ledger_transaction_id))
  then raise exception 'a movement of the ledger doesn’t sum to zero'; end if;
  return null;
end $$;
