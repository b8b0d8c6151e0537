-- goals of every row of The Truth, by week and month
alter table report_goal drop constraint report_goal_which_check;
alter table report_goal add constraint report_goal_which_check check (which ~ '^[a-z_]{3,40}$');
