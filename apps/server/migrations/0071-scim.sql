-- The id of a SCIM resource. Random: a restored backup assigns the numeric ids of later accounts again, and an identity
-- provider that still knows such an id would change or delete the account of another person.
alter table "user" add column scim_id uuid not null default gen_random_uuid();
alter table "user" add constraint user_scim_id unique (scim_id);
alter table "group" add column scim_id uuid not null default gen_random_uuid();
alter table "group" add constraint group_scim_id unique (scim_id);
alter table "group" add column created_at timestamptz not null default now();

-- When what SCIM shows of a row was last changed, by whatever means.
alter table "user" add column modified_at timestamptz not null default now();
alter table "group" add column modified_at timestamptz not null default now();
create function set_modified_at() returns trigger language plpgsql as $$
begin
  new.modified_at := now();
  return new;
end $$;
create trigger user_modified before update of username, first_name, last_name, email, phone, is_active on "user"
  for each row execute function set_modified_at();
create trigger group_modified before update of name on "group" for each row execute function set_modified_at();

create table scim_token (
  id integer generated always as identity primary key,
  name text not null,
  -- SHA-256, as for API tokens
  token_hash bytea not null constraint scim_token_hash unique,
  -- Valid until `previous_expires_at` after a rotation, so that the client can be changed without an interruption.
  previous_hash bytea constraint scim_token_previous_hash unique,
  previous_expires_at timestamptz,
  created_at timestamptz not null,
  rotated_at timestamptz,
  -- null: it does not expire
  expires_at timestamptz,
  -- to the minute
  last_used_at timestamptz,
  -- The administrator who created or rotated it last: calls with the token never change this account.
  issued_by integer references "user" on delete set null
);
create index scim_token_issued_by on scim_token (issued_by);

-- What only SCIM knows of an account.
create table scim_user (
  user_id integer primary key references "user" on delete cascade,
  -- As the client sent it; the username is derived from it.
  user_name text not null,
  display_name text,
  external_id text,
  -- The type of the phone number; null: work.
  phone_type text,
  -- SCIM disabled the account, so it may enable it again. An account that an administrator disabled remains disabled
  -- although the client sends `active: true` with each change. Never true of an enabled account.
  disabled_by_scim boolean not null default false,
  -- The client deleted the resource and the account remained: SCIM shows neither it nor conflicts with it.
  deleted_at timestamptz
);
create unique index scim_user_name on scim_user (lower(user_name collate "C")) where deleted_at is null;
create index scim_user_external_id on scim_user (external_id) where external_id is not null;

create table scim_group (
  group_id integer primary key references "group" on delete cascade,
  external_id text,
  members_modified_at timestamptz
);
create index scim_group_external_id on scim_group (external_id) where external_id is not null;

-- Accounts that SCIM disabled or deleted lately, for the limit of removals.
create table scim_removal (
  id integer generated always as identity primary key,
  at timestamptz not null,
  -- Whether SCIM no longer manages the account.
  released boolean not null
);
create index scim_removal_time on scim_removal (at);

-- Whether removals are stopped; one row.
create table scim_removal_limit (
  singleton boolean primary key default true check (singleton),
  -- null: not stopped
  stopped_at timestamptz,
  -- How many accounts were removed within the hour before the stop, of how many.
  removed integer not null default 0,
  managed integer not null default 0,
  -- Removals that were refused since.
  refused integer not null default 0,
  -- An administrator lifted the limit until then.
  lifted_until timestamptz,
  -- Removals before this instant do not count.
  counted_from timestamptz
);
insert into scim_removal_limit default values;

-- Requests that changed something or failed.
create table scim_request (
  id integer generated always as identity primary key,
  at timestamptz not null,
  token_name text not null,
  method text not null,
  resource_type text not null,
  -- A userName or displayName, else the id of the path.
  resource text not null,
  status integer not null,
  -- Why it failed; null if it did not.
  detail text
);
create index scim_request_time on scim_request (at);
