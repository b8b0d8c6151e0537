-- A campaign and its link; an affiliate’s link is a campaign with an affiliate.
create table campaign (
  campaign_id integer generated always as identity primary key,
  campaign_name text not null,
  -- the end of the link, and what utm_campaign says of it
  code text not null,
  landing_url text not null,
  vendor_affiliate_id integer references vendor,
  promo_code_id integer references promo_code,
  ended_tm timestamptz,
  insert_tm timestamptz not null default now()
);
create unique index campaign_code on campaign (lower(code));
create unique index campaign_named on campaign (lower(campaign_name));
create index campaign_affiliate on campaign (vendor_affiliate_id) where vendor_affiliate_id is not null;
-- How often a link was opened: a count a day, nothing of whoever opened it.
create table campaign_opening (
  campaign_id integer not null references campaign,
  day date not null,
  openings integer not null,
  primary key (campaign_id, day)
);
-- Where a registration came from; a vendor without a row registered directly.
create table registration_source (
  vendor_id integer primary key references vendor,
  campaign_id integer references campaign,
  promo_code_id integer references promo_code,
  vendor_affiliate_id integer references vendor,
  utm_source text not null default '',
  utm_medium text not null default '',
  utm_campaign text not null default ''
);
create index registration_campaign on registration_source (campaign_id) where campaign_id is not null;
create index registration_affiliate on registration_source (vendor_affiliate_id)
  where vendor_affiliate_id is not null;
