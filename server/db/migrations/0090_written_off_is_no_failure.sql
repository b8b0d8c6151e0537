-- Who owes nothing any more has no charge that fails.
update vendor v
set billing_failures = 0
where v.billing_failures > 0
  and exists (select from invoice i where i.vendor_id = v.vendor_id and i.written_off_tm is not null)
  and not exists (
    select
    from invoice i
    where i.vendor_id = v.vendor_id
      and i.paid_tm is null
      and i.written_off_tm is null
      and i.kind <> 'credit_note');
