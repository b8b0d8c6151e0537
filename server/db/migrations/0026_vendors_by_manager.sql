-- a manager's vendors, and those that nobody looks after, the newest first
create index vendor_by_manager on vendor (account_manager_vendor_id, insert_tm desc, vendor_id desc)
  where not is_staff;

-- all vendors in the order of their emails, a page at a time
create index contact_by_email on contact (email, vendor_id);
