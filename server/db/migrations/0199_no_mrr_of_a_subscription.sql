-- MRR is a vendor’s, not a subscription’s (docs/decisions/0037-mrr-is-a-vendors.md): this column was never filled.
alter table subscription_event drop column mrr_part;
