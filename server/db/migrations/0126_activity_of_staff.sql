-- What concerns no vendor and no supplier, such as a staff member's new role, is found by its type.
create index activity_of_none on activity (type, activity_id desc)
where vendor_id is null and dropshipper_id is null;
