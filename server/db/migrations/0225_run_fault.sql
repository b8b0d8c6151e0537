-- where in its file a rejected run broke: line, column, and the additional file it is in
alter table feed_run add column fault jsonb;
update feed_run
set fault = jsonb_build_object('line', substring(reason from '\(line (\d{1,9})\)')::integer)
where state = 'rejected' and reason ~ '\(line \d{1,9}\)' and reason_code not like 'further.%';
