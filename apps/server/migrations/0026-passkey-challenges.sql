-- Challenges of passkeys before sign-in are signed, and stored by their nonce only once they were answered rightly.
delete from webauthn_challenge where purpose = 'sign-in';
alter table webauthn_challenge drop column browser_hash;
alter table webauthn_challenge alter column session_id set not null;
create table used_passkey_challenge (
  nonce bytea primary key,
  expires_at timestamptz not null
);
create index used_passkey_challenge_expiry on used_passkey_challenge (expires_at);
