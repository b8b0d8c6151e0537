-- the stores that list a product, for its page and its diagnosis
create index store_product_of_product on store_product (product_id, vendor_store_id) where in_store;
