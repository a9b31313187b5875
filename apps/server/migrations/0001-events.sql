-- One row per thing that happened, kept in the transaction that made it true.
create table event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  type text not null,
  -- no foreign key: what somebody did stays known when the account is gone
  user_id integer,
  username text,
  ip inet,
  device text,
  payload jsonb not null
);
create index event_at on event (at);

-- Facts about the whole instance, such as a value that only the right instance key decrypts.
create table instance (
  name text primary key,
  value bytea not null
);
