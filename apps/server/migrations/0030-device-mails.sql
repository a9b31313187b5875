-- When a user was mailed about their devices last, and how many changes since then have had no mail yet.
create table device_mail (
  user_id integer primary key references "user" on delete cascade,
  mailed_at timestamptz not null,
  pending integer not null default 0
);
