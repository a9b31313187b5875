-- What was deployed when. A version is the result of a deployment or of an expiry.
create table access_version (
  id integer generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind in ('deployed', 'expired')),
  -- null: the product itself
  username text,
  -- why access tests were overridden
  override_reason text,
  -- [{"object": "rule", "id": 1, "name": "…", "change": "added"}]
  changes jsonb not null
);
create index access_version_at on access_version (at);

-- Rules and aliases as they were from one version until before another; to_version null: still.
create table access_version_object (
  kind text not null check (kind in ('rule', 'alias')),
  object_id integer not null,
  from_version integer not null references access_version,
  to_version integer references access_version,
  data jsonb not null,
  primary key (kind, object_id, from_version)
);
create index access_version_object_from on access_version_object (from_version);
create index access_version_object_to on access_version_object (to_version);
create unique index access_version_object_current on access_version_object (kind, object_id) where to_version is null;
