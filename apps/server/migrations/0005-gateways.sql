-- Core's own certificate authority for the links to gateways; replicas share it.
create table gateway_authority (
  singleton boolean primary key default true check (singleton),
  -- PEM
  certificate text not null,
  -- PKCS #8 PEM, encrypted under the instance key
  private_key bytea not null,
  -- what core shows to gateways, issued by the authority and renewed by whichever core finds it near its end
  server_certificate text not null,
  server_private_key bytea not null
);

-- What the gateways of a location should run, as one versioned whole together with its peers. Every change takes the
-- next version while it holds this row, so versions become visible in order.
create table location_state (
  location_id integer primary key references location on delete cascade,
  version bigint not null,
  changed_at timestamptz not null,
  -- the gateway's own tunnel addresses with prefix, in the order of the networks
  addresses text[] not null,
  listen_port integer not null,
  -- version of the last change of the interface itself
  interface_version bigint not null,
  -- an agent that holds an older version than this gets the whole state: the removals it missed are forgotten
  oldest_known_version bigint not null default 0,
  join_secret_hash bytea not null,
  -- shown again to administrators, hence encrypted and not only hashed
  join_secret bytea not null,
  constraint location_state_join_secret unique (join_secret_hash)
);

-- One row per peer that gateways have or, once removed, had. No foreign key to device: a removed peer outlives it.
create table peer (
  location_id integer not null references location_state (location_id) on delete cascade,
  public_key text not null,
  device_id integer not null,
  -- single hosts with prefix
  allowed_ips text[] not null,
  keepalive_seconds integer not null,
  -- of the change that made the row what it is
  version bigint not null,
  -- null: gateways should have it
  removed_at timestamptz,
  removed boolean not null generated always as (removed_at is not null) stored,
  primary key (location_id, public_key)
);
create index peer_version on peer (location_id, version);
create index peer_device on peer (location_id, device_id);
create index peer_removed on peer (removed_at) where removed_at is not null;

create table gateway (
  id uuid primary key,
  location_id integer not null references location on delete cascade,
  name text,
  hostname text not null,
  agent_version text not null,
  -- null until it has connected
  backend text check (backend in ('kernel', 'userspace')),
  credential_hash bytea not null,
  -- what its stream last said; a gateway whose `seen_at` is old is disconnected whatever `connected` says
  connected boolean not null default false,
  connected_at timestamptz,
  disconnected_at timestamptz,
  seen_at timestamptz,
  -- of the newest stream: an older one that ends late, or on another core, must not speak for the gateway
  stream_id uuid,
  held_version bigint not null default 0,
  acknowledged_at timestamptz,
  apply_milliseconds integer,
  last_error text,
  revoked_at timestamptz,
  -- gone from every list; the row stays so that an attempt with its credential is still known for what it is
  removed_at timestamptz,
  created_at timestamptz not null,
  constraint gateway_credential unique (credential_hash)
);
create index gateway_location on gateway (location_id);

-- Refused attempts to act as a gateway, shown to administrators; a bounded number is kept per location.
create table gateway_refusal (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- null: nothing in the attempt told which location was meant
  location_id integer references location on delete cascade,
  gateway_id uuid references gateway on delete cascade,
  ip inet,
  hostname text,
  reason text not null
    check (reason in ('join_token_invalid', 'credential_unknown', 'credential_revoked', 'authority_refused'))
);
create index gateway_refusal_location on gateway_refusal (location_id, at);
create index gateway_refusal_gateway on gateway_refusal (gateway_id);
