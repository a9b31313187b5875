-- Which entry of a directory an account or group belongs to. `source` is as in `managed_by`.
create table directory_link (
  id integer generated always as identity primary key,
  source text not null,
  external_id text not null,
  user_id integer references "user" on delete cascade,
  group_id integer references "group" on delete cascade,
  -- a synchronization enables only the accounts that one disabled
  is_disabled_by_sync boolean not null default false,
  constraint directory_link_object check (num_nonnulls(user_id, group_id) = 1)
);
create unique index directory_link_user on directory_link (user_id) where user_id is not null;
create unique index directory_link_group on directory_link (group_id) where group_id is not null;
create unique index directory_link_user_entry on directory_link (source, external_id) where user_id is not null;
create unique index directory_link_group_entry on directory_link (source, external_id) where group_id is not null;

-- The administrator who changed the settings of a directory last; a synchronization never removes this account.
create table directory_source (
  source text primary key,
  configured_by integer references "user" on delete set null
);
create index directory_source_configured_by on directory_source (configured_by);

create table directory_sync_run (
  id integer generated always as identity primary key,
  source text not null,
  state text not null check (
    state in ('queued', 'running', 'planned', 'waiting', 'stopped', 'completed', 'failed', 'replaced')
  ),
  is_preview boolean not null default false,
  -- name of the administrator; null: the schedule
  requested_by text,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- identifies the process that works on it; another may take over when it stops writing this time
  worker uuid,
  active_at timestamptz,
  -- what an administrator confirmed: the removals with this digest, and linking these administrators
  confirmed_digest text,
  confirmed_users integer[] not null default '{}',
  removal_digest text,
  guard text,
  error text,
  counts jsonb,
  differences jsonb
);
-- at most one run of a source is unfinished
create unique index directory_sync_run_unfinished on directory_sync_run (source) where state in ('queued', 'running');
create index directory_sync_run_newest on directory_sync_run (source, id desc);
