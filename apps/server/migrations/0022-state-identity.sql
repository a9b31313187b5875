-- Names one content. A version number does not: after a backup was restored it is assigned again.
alter table location_state add column state_id uuid not null default gen_random_uuid();

-- The states that a location had, as far back as gateways may follow by differences.
create table location_state_history (
  location_id integer not null references location_state (location_id) on delete cascade,
  version bigint not null,
  state_id uuid not null,
  at timestamptz not null,
  primary key (location_id, version)
);
create index location_state_history_at on location_state_history (at);
insert into location_state_history (location_id, version, state_id, at)
  select location_id, version, state_id, changed_at from location_state where version > 0;

alter table gateway
  -- null: unknown, or held by an agent that does not report it
  add column held_state_id uuid,
  -- 0: an agent older than these columns
  add column protocol_version integer not null default 0,
  -- numbers of the protocol's Capability
  add column capabilities integer[] not null default '{}',
  -- why parts of the state that it holds are not in force
  add column problems text[] not null default '{}',
  -- when it last reported from its interface what it should have
  add column verified_at timestamptz,
  -- since when its interface differs from the state that it holds; null while it does not
  add column drift_since timestamptz;
create index gateway_drift on gateway (drift_since) where drift_since is not null;
