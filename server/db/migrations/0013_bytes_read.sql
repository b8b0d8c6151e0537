-- how much of its file a run has read
alter table feed_run add column bytes_read bigint not null default 0;
