-- A former core that still runs must not change what is copied below.
lock table gateway, location_state, gateway_refusal in access exclusive mode;

-- Components outside of core: gateways today. What only gateways have stays in the table `gateway`, a row for each.
create table component (
  id uuid primary key,
  -- such as 'gateway'
  kind text not null,
  -- null: of the whole instance
  location_id integer references location on delete cascade,
  name text,
  hostname text not null,
  -- of its program
  version text not null,
  credential_hash bytea not null,
  -- where its last stream came from; null until it connects
  ip inet,
  -- as its stream reported last; a component whose `seen_at` is old is disconnected whatever `connected` says
  connected boolean not null default false,
  connected_at timestamptz,
  disconnected_at timestamptz,
  seen_at timestamptz,
  -- the newest stream, which owns the component: an older one that ends late, or on another replica, must not write its status
  stream_id uuid,
  -- replica that holds it. No foreign key: a replica that died is deleted there and still named here
  core_id uuid,
  revoked_at timestamptz,
  -- in no list any more; the row remains so that an attempt with its credential is recognized
  removed_at timestamptz,
  created_at timestamptz not null,
  constraint component_credential unique (credential_hash)
);
create index component_location on component (location_id);

insert into component (id, kind, location_id, name, hostname, version, credential_hash, ip, connected, connected_at,
    disconnected_at, seen_at, stream_id, core_id, revoked_at, removed_at, created_at)
  select id, 'gateway', location_id, name, hostname, agent_version, credential_hash, ip, connected, connected_at,
    disconnected_at, seen_at, stream_id, core_id, revoked_at, removed_at, created_at
  from gateway;

alter table gateway
  add foreign key (id) references component on delete cascade,
  drop column location_id,
  drop column name,
  drop column hostname,
  drop column agent_version,
  drop column credential_hash,
  drop column ip,
  drop column connected,
  drop column connected_at,
  drop column disconnected_at,
  drop column seen_at,
  drop column stream_id,
  drop column core_id,
  drop column revoked_at,
  drop column removed_at,
  drop column created_at;

-- The secret with which components of a kind join a location.
create table join_secret (
  id integer generated always as identity primary key,
  kind text not null,
  -- null: for components of the whole instance
  location_id integer references location on delete cascade,
  -- shown again to administrators, hence encrypted and not only hashed
  secret bytea not null,
  secret_hash bytea not null,
  constraint join_secret_hash unique (secret_hash)
);
create unique index join_secret_membership on join_secret (kind, coalesce(location_id, 0));
insert into join_secret (kind, location_id, secret, secret_hash)
  select 'gateway', location_id, join_secret, join_secret_hash from location_state;
alter table location_state
  drop column join_secret,
  drop column join_secret_hash;

alter table gateway_refusal rename to component_refusal;
alter table component_refusal rename column gateway_id to component_id;
alter table component_refusal
  add column kind text not null default 'gateway',
  drop constraint gateway_refusal_gateway_id_fkey,
  add foreign key (component_id) references component on delete cascade;
alter table component_refusal alter column kind drop default;
alter index gateway_refusal_location rename to component_refusal_location;
alter index gateway_refusal_gateway rename to component_refusal_component;

alter table gateway_authority rename to link_authority;
