-- What a vendor paid before each span, and when it stops next: deals and movements read no other span for it.
alter table mrr_span
  -- null: the first span of the vendor
  add column was_cents integer,
  add column was_to date,
  -- the next day on which the vendor stops paying, of this span or a later one
  add column stops_on date;
update mrr_span s
set was_cents = n.was_cents, was_to = n.was_to, stops_on = n.stops_on
from (
  select vendor_id, from_day, lag(mrr_cents) over w as was_cents, lag(to_day) over w as was_to,
    min(to_day) filter (where departure is not null)
      over (partition by vendor_id order by from_day rows between current row and unbounded following) as stops_on
  from mrr_span
  window w as (partition by vendor_id order by from_day)
) n
where n.vendor_id = s.vendor_id and n.from_day = s.from_day;
