-- whether a vendor has active custom feeds is read from them (server/areas/session/who.ts)
alter table vendor drop column has_feeds;
