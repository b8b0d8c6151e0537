-- Every act that changes what is charged or owed can wait for a second person, those of no vendor included.
alter table money_approval
  drop constraint money_approval_act_check,
  add constraint money_approval_act_check check (act in (
    'manual_charge', 'refund', 'close_invoice', 'basic_info', 'plan_type', 'custom_plan', 'use_custom_plan',
    'extras', 'apply_code', 'replace_code', 'remove_code', 'promo_code', 'cancel_after_refund',
    'approval_limit')),
  alter column vendor_id drop not null,
  -- the act in words; null: in those of the charge, refund or invoice
  add column text text;
create index money_approval_of_all on money_approval (act) where state = 'waiting' and vendor_id is null;

alter table money_alone
  drop constraint money_alone_act_check,
  add constraint money_alone_act_check check (act in (
    'manual_charge', 'refund', 'close_invoice', 'basic_info', 'plan_type', 'custom_plan', 'use_custom_plan',
    'extras', 'apply_code', 'replace_code', 'remove_code', 'promo_code', 'cancel_after_refund',
    'approval_limit')),
  alter column vendor_id drop not null,
  -- earlier amounts counted together with those of the same act only
  add column across_acts boolean not null default false;
alter table money_alone alter column across_acts set default true;
create index money_alone_of_all on money_alone (login_id, tm) where vendor_id is null;
