-- Running schedules of a person have names of their own; of doubled ones the first stays.
update report_mail m
set stopped_tm = now(), stopped_by_name = 'Feedstock'
where stopped_tm is null and exists (
  select
  from report_mail o
  where o.login_id = m.login_id and lower(o.name) = lower(m.name) and o.stopped_tm is null
    and o.report_mail_id < m.report_mail_id);
create unique index report_mail_name on report_mail (login_id, lower(name)) where stopped_tm is null;
