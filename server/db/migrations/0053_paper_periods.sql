-- What a paper pays for, as it was when it was issued: a period may be cut short later.
alter table invoice
  add column period_starts date,
  add column period_ends date,
  add check ((period_starts is null) = (period_ends is null)),
  add check (period_ends > period_starts);
update invoice i
set period_starts = b.starts, period_ends = b.ends
from billing_period b
where b.invoice_id = i.invoice_id;
