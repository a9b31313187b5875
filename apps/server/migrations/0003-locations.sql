create table location (
  id integer generated always as identity primary key,
  name text not null,
  endpoint text not null,
  port integer not null,
  dns text,
  -- networks that clients route into the tunnel, host bits cleared, in the order given
  allowed_ips text[] not null,
  keepalive_seconds integer not null,
  disconnect_threshold_seconds integer not null,
  acl_enabled boolean not null,
  acl_default_allow boolean not null,
  mfa_mode text not null check (mfa_mode in ('disabled', 'internal', 'external')),
  public_key text not null,
  -- X25519, encrypted under the instance key
  private_key bytea not null,
  created_at timestamptz not null,
  constraint location_public_key unique (public_key)
);

-- The gateway's own address in each network of the location, host bits kept; position 0 is primary.
create table location_network (
  location_id integer not null references location on delete cascade,
  position integer not null,
  address inet not null,
  primary key (location_id, position)
);

-- No rows: everybody may use the location.
create table location_group (
  location_id integer not null references location on delete cascade,
  group_id integer not null references "group",
  primary key (location_id, group_id)
);
create index location_group_group on location_group (group_id);
