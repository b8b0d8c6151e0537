-- Times at which a feed was failing, held or late, from when it broke until it was well again.
create table incident (
  incident_id bigint generated always as identity primary key,
  feed_id integer not null references feed on delete cascade,
  kind text not null check (kind in ('failing', 'held', 'late')),
  reason_code text,
  began_tm timestamptz not null,
  seen_tm timestamptz not null,
  -- since when it is well; it has ended once it stays so
  well_tm timestamptz,
  ended_tm timestamptz,
  told_tm timestamptz,
  told_well_tm timestamptz
);
create unique index incident_open on incident (feed_id) where ended_tm is null;
create index incident_feed on incident (feed_id, began_tm desc);
create index incident_to_tell on incident (incident_id) where told_tm is null and ended_tm is null;
create index incident_to_tell_well on incident (incident_id)
  where told_tm is not null and ended_tm is not null and told_well_tm is null;

-- Of which suppliers a vendor is written to when they break and when they are well again.
create table incident_mail (
  vendor_id integer not null,
  dropshipper_id integer not null,
  since_tm timestamptz not null,
  primary key (vendor_id, dropshipper_id),
  foreign key (vendor_id, dropshipper_id) references subscription on delete cascade
);
create index incident_mail_supplier on incident_mail (dropshipper_id, vendor_id);

-- what a vendor's stores list, counted for its own page
create index store_product_listed on store_product (vendor_store_id, product_id)
  where in_store and (active is null or active);
