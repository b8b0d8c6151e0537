-- in which times are shown to whoever signs in with it; null: the browser's
alter table login add column time_zone text;
