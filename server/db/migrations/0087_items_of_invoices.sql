-- a refund asks what of its charge's days came off a bill
create index bill_item_of_invoice on bill_item (of_invoice) where of_invoice is not null;
