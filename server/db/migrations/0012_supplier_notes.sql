-- what staff write down about a supplier, in the panel beside its page
create table supplier_note (
  supplier_note_id int generated always as identity primary key,
  dropshipper_id int not null references dropshipper on delete cascade,
  note text not null,
  pinned boolean not null default false,
  written_by int references login (login_id),
  written_by_name text not null,
  insert_tm timestamptz not null default now(),
  update_tm timestamptz
);
create index supplier_note_newest on supplier_note (dropshipper_id, pinned desc, supplier_note_id desc);
