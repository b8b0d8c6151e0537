-- Which supplier a partner’s monthly report is about: the data provider, or the wholesaler.
alter table dropshipper add column monthly_report text check (monthly_report in ('data_provider', 'wholesaler'));
create unique index dropshipper_monthly_report on dropshipper (monthly_report) where monthly_report is not null;
create index integration_event_supplier on integration_event (dropshipper_id, vendor_market_map_id, tm);
create index subscription_event_supplier on subscription_event (dropshipper_id, vendor_id, tm);
