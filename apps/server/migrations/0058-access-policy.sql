-- What gateways enforce. Profiles are never changed: a location gets a new one for other entries.
create table access_profile (
  id bigint generated always as identity primary key,
  location_id integer not null references location_state (location_id) on delete cascade,
  -- SHA-256: sources with the same entries have the same profile
  digest bytea not null,
  -- entries of AccessProfile in the gateway protocol
  entries bytea not null,
  added_version bigint not null,
  -- both null: gateways should have it
  removed_version bigint,
  removed_at timestamptz,
  check ((removed_version is null) = (removed_at is null))
);
create unique index access_profile_digest on access_profile (location_id, digest) where removed_at is null;
create index access_profile_added on access_profile (location_id, added_version);
create index access_profile_removed_version on access_profile (location_id, removed_version);
create index access_profile_removed on access_profile (removed_at) where removed_at is not null;

alter table peer
  -- null: no rule names the device or its owner, or access control is off
  add column access_profile_id bigint references access_profile;
create index peer_access_profile on peer (access_profile_id) where access_profile_id is not null;

alter table location_state
  add column firewall_mode text not null default 'off' check (firewall_mode in ('off', 'deny', 'allow')),
  -- entries of Firewall.protected in the gateway protocol
  add column protected bytea not null default '',
  -- of the last change of these two
  add column firewall_version bigint not null default 0;
