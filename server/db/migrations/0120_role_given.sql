-- Who gave a person of staff the present role, by invitation, change or enabling, and when: for some days the two
-- aren't each other's second person. null: it was given on the server.
alter table login
  add column role_by integer references login on delete set null,
  add column role_tm timestamptz;
create index login_role_by on login (role_by);
