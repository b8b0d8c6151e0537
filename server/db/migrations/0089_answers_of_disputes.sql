-- Until when the card's bank takes evidence, whether some was given, and when staff were reminded.
alter table dispute
  add column due_by timestamptz,
  add column answered boolean not null default false,
  add column reminded_tm timestamptz;
alter table sandbox_dispute add column due_tm timestamptz;
create index dispute_due on dispute (due_by)
  where state in ('open', 'inquiry') and not answered and reminded_tm is null;
