-- when each rare timer had its last turn, whichever process took it
create table timer_turn (name text primary key, tm timestamptz not null default now());
