-- YubiKeys and the programs that provision them.

-- The authority of the listener for provisioners; its key is 'provisioner-authority' in `secret`. At most one row.
create table provisioner_authority (
  id integer primary key default 1 check (id = 1),
  certificate text not null
);

-- The token of an administrator for provisioners, which core signs. Without its row it is refused.
create table provisioner_token (
  id uuid primary key,
  user_id integer not null unique references "user" on delete cascade,
  created_at timestamptz not null
);

create table provisioner (
  -- its name
  id text primary key,
  -- with which it registered; null: that token was revoked
  token_id uuid references provisioner_token on delete set null,
  ip text not null,
  registered_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index provisioner_token_id on provisioner (token_id);

create table yubikey (
  id integer generated always as identity primary key,
  user_id integer not null references "user" on delete cascade,
  name text not null,
  serial text not null,
  created_at timestamptz not null,
  constraint yubikey_once unique (user_id, serial)
);

-- Keys on a YubiKey have its name.
alter table auth_key add column yubikey_id integer references yubikey on delete cascade;
create index auth_key_yubikey on auth_key (yubikey_id);

create table yubikey_job (
  id integer generated always as identity primary key,
  user_id integer not null references "user" on delete cascade,
  -- null: that user was deleted
  requested_by integer references "user" on delete set null,
  -- not a reference: the job remains when the provisioner is removed
  provisioner_id text not null,
  -- what the key is about, as of the start
  first_name text not null,
  last_name text not null,
  email text not null,
  state text not null default 'in_progress' check (state in ('in_progress', 'success', 'error')),
  created_at timestamptz not null,
  taken_at timestamptz,
  ended_at timestamptz,
  serial text,
  failure text,
  detail text,
  check ((state = 'in_progress') = (ended_at is null)),
  check ((state = 'success') = (serial is not null)),
  check ((state = 'error') = (failure is not null))
);
create index yubikey_job_user on yubikey_job (user_id);
create index yubikey_job_requester on yubikey_job (requested_by);
create index yubikey_job_ended on yubikey_job (ended_at);
-- One at a time: the next job would delete the keys of the card that is still connected.
create unique index yubikey_job_running on yubikey_job (provisioner_id) where state = 'in_progress';
