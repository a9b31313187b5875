-- Tokens with which a client configures a network device, once. Only their hashes are stored.
create table device_enrollment (
  token_hash bytea primary key,
  device_id integer not null references device on delete cascade,
  -- for whom it was issued
  user_id integer not null references "user" on delete cascade,
  expires_at timestamptz not null
);
create index device_enrollment_device on device_enrollment (device_id);
create index device_enrollment_user on device_enrollment (user_id);

-- Tokens with which a client asks for the configuration of its device.
create table device_poll_token (
  device_id integer primary key references device on delete cascade,
  token_hash bytea not null unique
);

-- Identifies the instance to clients; never changes.
create table instance_identity (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null unique default true check (is_only)
);
insert into instance_identity default values;
