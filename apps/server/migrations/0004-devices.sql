create table device (
  id integer generated always as identity primary key,
  user_id integer not null references "user" on delete cascade,
  kind text not null check (kind in ('user', 'network')),
  name text not null,
  description text,
  -- null while a network device waits for its command line set-up
  public_key text,
  configured boolean not null,
  created_at timestamptz not null,
  constraint device_owner_name unique (user_id, kind, name),
  constraint device_public_key unique (public_key)
);

-- A device has a row here exactly where it may connect.
create table device_location (
  device_id integer not null references device on delete cascade,
  location_id integer not null references location on delete cascade,
  primary key (device_id, location_id)
);
create index device_location_location on device_location (location_id);

-- One address per network of the location, in the order of its networks.
create table device_address (
  device_id integer not null,
  location_id integer not null,
  position integer not null,
  address inet not null,
  primary key (device_id, location_id, position),
  foreign key (device_id, location_id) references device_location on delete cascade,
  constraint device_address_once unique (location_id, address)
);

-- Where the search for a free address of a network starts, so that it need not look at all that are held: a lower one
-- that a device could have is held or in free_address. No row: the search starts at the first.
create table address_search (
  location_id integer not null references location on delete cascade,
  position integer not null,
  search_from inet not null,
  primary key (location_id, position)
);

-- Addresses below the start of the search that were given back.
create table free_address (
  location_id integer not null,
  position integer not null,
  address inet not null,
  primary key (location_id, position, address),
  foreign key (location_id, position) references address_search on delete cascade
);
