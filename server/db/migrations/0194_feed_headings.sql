-- The headings of the file that was applied last, without case, blanks and order: feeds with the same ones are read
-- alike.
alter table feed add column headings_key text;
create index on feed (headings_key) where vendor_custom_feed_id is null and headings_key is not null;
