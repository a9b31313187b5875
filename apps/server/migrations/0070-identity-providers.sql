-- OpenID providers at which users sign in. Their secrets are in `secret`, owned by the id of the row.
create table identity_provider (
  id integer primary key generated always as identity,
  name text not null,
  kind text not null check (kind in ('google', 'microsoft', 'okta', 'jumpcloud', 'custom')),
  -- the issuer, without a final slash as the administrator wrote it
  base_url text not null,
  client_id text not null,
  display_name text,
  is_enabled boolean not null,
  -- whether a first sign-in with a verified email address links the account that has this address
  links_by_email boolean not null,
  -- whether a second factor at the provider replaces ours
  trusts_second_factor boolean not null,
  -- values of `acr` that stand for a second factor, in addition to `mfa` in `amr`
  acr_values text[] not null,
  -- the claim with the groups of the user; null: groups are managed here
  group_claim text,
  directory_sync_enabled boolean not null,
  directory_sync_interval integer not null check (directory_sync_interval >= 60),
  directory_sync_user_behavior text not null check (directory_sync_user_behavior in ('keep', 'disable', 'delete')),
  directory_sync_admin_behavior text not null check (directory_sync_admin_behavior in ('keep', 'disable', 'delete')),
  directory_sync_target text not null check (directory_sync_target in ('all', 'users', 'groups')),
  -- empty: all groups
  directory_sync_group_match text[] not null,
  google_service_account_email text,
  admin_email text,
  okta_dirsync_client_id text
);
create unique index identity_provider_name on identity_provider (name);
create trigger delete_secrets after delete on identity_provider for each row execute function
  delete_secrets('openid-client-secret', 'openid-google-key', 'openid-okta-key', 'openid-jumpcloud-key');

-- Users with this value in the claim are members of the group; others are not.
create table identity_provider_group (
  provider_id integer not null references identity_provider on delete cascade,
  claim_value text not null,
  group_id integer not null references "group" on delete cascade,
  primary key (provider_id, claim_value, group_id)
);
create index identity_provider_group_group on identity_provider_group (group_id);

-- An account at a provider with which a user signs in.
create table external_identity (
  id integer primary key generated always as identity,
  user_id integer not null references "user" on delete cascade,
  provider_id integer not null references identity_provider on delete cascade,
  -- as the provider's tokens state it: a subject is unique only within its issuer
  issuer text not null,
  subject text not null,
  email text,
  linked_at timestamptz not null,
  last_sign_in_at timestamptz
);
create unique index external_identity_subject on external_identity (provider_id, issuer, subject);
create unique index external_identity_user on external_identity (user_id, provider_id);

-- The address that an identity provider reported without stating that it had verified it; null: none. Applications are not told
-- that it is verified while the account has it.
alter table "user" add column unverified_email text;

-- Hashes of answers of providers that were used, so that each counts once, at any replica. Purged when they expire.
create table used_openid_state (
  state_hash bytea primary key,
  expires_at timestamptz not null
);

-- The account with which the session began; the session ends with it.
alter table session add column external_identity_id integer references external_identity on delete cascade;
create index session_external_identity on session (external_identity_id) where external_identity_id is not null;
