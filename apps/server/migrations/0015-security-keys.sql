-- Security keys and passkeys: what WebAuthn calls public key credentials.
create table security_key (
  id integer generated always as identity primary key,
  user_id integer not null references "user" on delete cascade,
  name text not null,
  credential_id bytea not null,
  -- COSE
  public_key bytea not null,
  -- of the signatures that the key says it made; a copy of a key gives itself away by a number that was there before
  counter bigint not null,
  -- how a browser reaches the key, in its own words
  transports text[] not null,
  -- the kind of key, in its maker's words
  aaguid uuid not null,
  -- the browser finds it without being told which: it signs in alone
  is_passkey boolean not null,
  -- its owner's other devices have it too
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint security_key_credential unique (credential_id)
);
create index security_key_user on security_key (user_id);

-- Who a passkey says its owner is: random, so that it tells nobody anything.
alter table mfa add column passkey_handle bytea constraint mfa_passkey_handle unique;

-- What a key has to sign, once. It belongs to the session that asked or, before sign-in, to the browser.
create table webauthn_challenge (
  challenge bytea primary key,
  purpose text not null check (purpose in ('add', 'prove', 'sign-in')),
  session_id integer references session on delete cascade,
  -- hash of what the browser's cookie holds
  browser_hash bytea,
  expires_at timestamptz not null,
  constraint webauthn_challenge_session unique (session_id, purpose),
  check ((session_id is null) <> (browser_hash is null))
);
create index webauthn_challenge_expiry on webauthn_challenge (expires_at);
