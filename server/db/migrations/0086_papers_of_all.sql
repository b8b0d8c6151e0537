-- invoices and credit notes of all vendors are listed by day or size, and by what is rare of them; what is
-- owed is summed by age (the expressions of server/areas/payments/papers/papers.ts)
create index invoice_issued on invoice (issued_on, invoice_id);
create index invoice_size on invoice (abs(total), invoice_id);
-- most are renewals, which the two before find
create index invoice_kind on invoice (kind, issued_on, invoice_id) where kind <> 'renewal';
create index invoice_kind_size on invoice (kind, abs(total), invoice_id) where kind <> 'renewal';
create index invoice_open_issued on invoice (issued_on, invoice_id) include (total)
  where paid_tm is null and written_off_tm is null and kind <> 'credit_note';
create index invoice_open_size on invoice (abs(total), invoice_id)
  where paid_tm is null and written_off_tm is null and kind <> 'credit_note';
create index invoice_written_off on invoice (issued_on, invoice_id) where written_off_tm is not null;
