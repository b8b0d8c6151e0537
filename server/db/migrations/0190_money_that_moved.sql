-- What a movement of the ledger brought in or took out, without reading its other postings: payments of a month.
create index ledger_posting_money on ledger_posting (ledger_transaction_id) include (amount)
  where account in ('gateway', 'outside');
