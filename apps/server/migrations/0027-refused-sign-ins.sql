-- Refused sign-ins of the last hour by account, those of names that do not exist, and all: how many are in the activity log and
-- how many more there were.
create table refused_sign_ins (
  key text primary key,
  user_id integer references "user" on delete cascade,
  since timestamptz not null,
  logged integer not null,
  unlogged integer not null,
  -- whether the last one is in the log
  is_logged boolean not null
);
