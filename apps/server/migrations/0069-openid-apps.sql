-- Identifies the user to applications; never reused.
alter table "user" add column subject uuid not null default gen_random_uuid();
create unique index user_subject on "user" (subject);

-- Applications that sign users in.
create table openid_app (
  id integer primary key generated always as identity,
  client_id text not null unique,
  name text not null,
  kind text not null check (kind in ('web', 'public', 'machine')),
  authentication text not null check (authentication in ('secret', 'private_key', 'none')),
  description text not null,
  logo_url text not null,
  start_url text not null,
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null,
  backchannel_logout_uri text not null,
  jwks text not null,
  jwks_uri text not null,
  scopes text[] not null,
  is_enabled boolean not null,
  -- whether only members of groups may use it: no user if these groups are deleted
  is_restricted boolean not null,
  -- whether the claim `groups` contains only certain groups
  filters_groups boolean not null,
  requires_mfa boolean not null,
  max_sign_in_age_minutes integer,
  skips_consent boolean not null,
  requires_pkce boolean not null,
  allows_device_flow boolean not null,
  access_token_minutes integer not null,
  refresh_token_days integer not null,
  id_token_algorithm text not null check (id_token_algorithm in ('RS256', 'ES256', 'EdDSA')),
  -- what the claim `sub` contains
  subject text not null check (subject in ('id', 'username')),
  -- the claims that the application receives in addition: name, source and text
  claims jsonb not null,
  -- SHA-256; null: it has no secret
  secret_hash bytea,
  secret_created_at timestamptz,
  -- accepted until `former_secret_until`
  former_secret_hash bytea,
  former_secret_until timestamptz,
  created_at timestamptz not null
);

-- Groups whose members may use the application, if it is restricted.
create table openid_app_group (
  app_id integer not null references openid_app on delete cascade,
  group_id integer not null references "group" on delete cascade,
  primary key (app_id, group_id)
);
create index openid_app_group_of_group on openid_app_group (group_id);

-- Groups that the claim `groups` may contain, if it filters them.
create table openid_app_shown_group (
  app_id integer not null references openid_app on delete cascade,
  group_id integer not null references "group" on delete cascade,
  primary key (app_id, group_id)
);
create index openid_app_shown_group_of_group on openid_app_shown_group (group_id);

-- What a user has agreed to.
create table openid_consent (
  user_id integer not null references "user" on delete cascade,
  app_id integer not null references openid_app on delete cascade,
  scopes text[] not null,
  authorized_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (user_id, app_id)
);
create index openid_consent_of_app on openid_consent (app_id, last_used_at desc);

-- What an application may do for a user since one sign-in to it. Its tokens end with it.
create table openid_grant (
  id text primary key,
  app_id integer not null references openid_app on delete cascade,
  user_id integer not null references "user" on delete cascade,
  -- the session in which the user signed in to the application; it may have ended
  session_id integer,
  payload jsonb not null,
  expires_at timestamptz
);
create index openid_grant_of_user on openid_grant (user_id, app_id);
create index openid_grant_of_app on openid_grant (app_id);
create index openid_grant_expiry on openid_grant (expires_at);

-- Codes, tokens and unfinished requests.
create table openid_artifact (
  kind text not null,
  -- SHA-256 of the code, token or id
  id_hash bytea not null,
  app_id integer references openid_app on delete cascade,
  grant_id text references openid_grant on delete cascade,
  -- JSON in which a mark replaces the code, token or id
  payload text not null,
  -- SHA-256 of the code that a person types
  user_code_hash bytea unique,
  expires_at timestamptz not null,
  -- when it was used; it must not be used again
  consumed_at timestamptz,
  primary key (kind, id_hash)
);
create index openid_artifact_of_grant on openid_artifact (grant_id);
create index openid_artifact_of_app on openid_artifact (app_id);
create index openid_artifact_expiry on openid_artifact (expires_at);

-- The applications that a session is signed in to.
create table openid_session (
  session_id integer primary key references session on delete cascade,
  payload jsonb not null
);

-- Logout tokens to send. A row for each application that a session was signed in to and that asks for them.
create table openid_logout (
  id integer primary key generated always as identity,
  app_id integer not null references openid_app on delete cascade,
  -- of the user
  account uuid not null,
  sid text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default '-infinity'
);
create index openid_logout_of_app on openid_logout (app_id);
create index openid_logout_next on openid_logout (next_attempt_at);

create function add_openid_logouts() returns trigger language plpgsql as $$
begin
  insert into openid_logout (app_id, account, sid)
  select a.id, (old.payload ->> 'accountId')::uuid, s.value ->> 'sid'
  from jsonb_each(coalesce(old.payload -> 'authorizations', '{}')) s
  join openid_app a on a.client_id = s.key
  -- never refuses: the session must end even if its row is not as expected
  where a.backchannel_logout_uri <> '' and s.value ->> 'sid' is not null
    and old.payload ->> 'accountId' ~ '^[0-9a-f-]{36}$';
  if found then perform pg_notify('gatewarden_openid_logout', ''); end if;
  return null;
end $$;
create trigger add_openid_logouts after delete on openid_session for each row execute function add_openid_logouts();

-- Keys that sign tokens. The private key is in `secret`.
create table openid_key (
  id integer primary key generated always as identity,
  kid text not null unique,
  algorithm text not null check (algorithm in ('RS256', 'ES256', 'EdDSA')),
  public_key jsonb not null,
  state text not null check (state in ('next', 'current', 'former')),
  created_at timestamptz not null,
  -- since when it signs; null: not yet
  current_at timestamptz,
  -- since when it only verifies; null: not yet
  former_at timestamptz
);
create unique index openid_key_state on openid_key (algorithm, state) where state <> 'former';
create trigger delete_secrets after delete on openid_key for each row execute function delete_secrets('signing-key');
