create table "user" (
  id integer generated always as identity primary key,
  username text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text,
  -- null: not enrolled, or signs in elsewhere
  password_hash text,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
-- names that differ only in case would be taken for one another
create unique index user_username on "user" (lower(username));
create unique index user_email on "user" (lower(email));

create table "group" (
  id integer generated always as identity primary key,
  name text not null,
  is_admin boolean not null default false,
  constraint group_name unique (name)
);

create table group_member (
  group_id integer not null references "group" on delete cascade,
  user_id integer not null references "user" on delete cascade,
  primary key (group_id, user_id)
);
create index group_member_user on group_member (user_id);

insert into "group" (name, is_admin) values ('admin', true);

create table session (
  id integer generated always as identity primary key,
  token_hash bytea not null,
  user_id integer not null references "user" on delete cascade,
  -- 'password': a second factor is still open
  state text not null check (state in ('password', 'complete')),
  ip inet,
  device text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint session_token unique (token_hash)
);
create index session_of_user on session (user_id);
create index session_expiry on session (expires_at);

-- Failed sign-ins per account or, for unknown names, per hash of the name; shared by all replicas.
create table sign_in_attempts (
  key text primary key,
  first_at timestamptz not null,
  failures integer not null,
  locked_until timestamptz
);

-- One-time links to create the first administrator: each start of each core prints one, the first use ends them all.
create table setup_link (
  token_hash bytea primary key,
  expires_at timestamptz not null
);

create table settings (
  singleton boolean primary key default true check (singleton),
  -- what differs from the defaults
  changed jsonb not null default '{}'
);
insert into settings default values;
