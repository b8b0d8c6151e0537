-- a vendor is found by a charge's transaction number and by what a note says
create index vendor_charge_transaction on vendor_charge (lower(transaction_num))
  where transaction_num is not null;
create index vendor_note_search on vendor_note using gin (lower(note) gin_trgm_ops);
