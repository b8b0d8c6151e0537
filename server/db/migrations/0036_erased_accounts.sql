-- nobody looks after an account that is gone for good
update vendor set account_manager_vendor_id = null, crm_owner_vendor_id = null where erased_tm is not null;
