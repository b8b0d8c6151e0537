-- one name for it, as on Money and in the exports
update ledger_account set name = 'Credit added' where account = 'credit_granted';
