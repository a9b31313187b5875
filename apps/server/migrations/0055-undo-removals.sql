-- The device that had the address last: it gets the address again, if it is still free.
alter table free_address add column device_id integer;
create index free_address_device on free_address (device_id) where device_id is not null;

-- Devices that the session removed and can restore for a short time. Deleted with the session, so that a restoration
-- never outlives the rights of the session.
create table removed_device (
  id integer primary key,
  session_id integer not null references session on delete cascade,
  user_id integer not null references "user" on delete cascade,
  removed_at timestamptz not null,
  name text not null,
  description text,
  public_key text not null,
  configured boolean not null,
  created_at timestamptz not null,
  key_changed_at timestamptz,
  stopped_at timestamptz,
  suspended_at timestamptz
);
create index removed_device_session on removed_device (session_id);
create index removed_device_user on removed_device (user_id);
create index removed_device_time on removed_device (removed_at);

create table removed_device_address (
  device_id integer not null references removed_device on delete cascade,
  location_id integer not null references location on delete cascade,
  address inet not null,
  primary key (device_id, location_id, address)
);
create index removed_device_address_location on removed_device_address (location_id);

-- As removed_device, for groups.
create table removed_group (
  id integer primary key,
  session_id integer not null references session on delete cascade,
  removed_at timestamptz not null,
  name text not null,
  is_admin boolean not null
);
create index removed_group_session on removed_group (session_id);
create index removed_group_time on removed_group (removed_at);

create table removed_group_member (
  group_id integer not null references removed_group on delete cascade,
  user_id integer not null references "user" on delete cascade,
  primary key (group_id, user_id)
);
create index removed_group_member_user on removed_group_member (user_id);

create table removed_group_location (
  group_id integer not null references removed_group on delete cascade,
  location_id integer not null references location on delete cascade,
  primary key (group_id, location_id)
);
create index removed_group_location_location on removed_group_location (location_id);
