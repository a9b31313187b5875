-- People who enrol can create a passkey in place of a password.
alter table account_token
  -- when its user completed the enrollment with a passkey; no password can be set afterwards
  add column completed_at timestamptz;
create table enrollment_passkey (
  account_token_id integer not null references account_token on delete cascade,
  -- where the browser creates the passkey
  place text not null check (place in ('edge', 'console')),
  -- of the token with which the browser continues at the console
  token_hash bytea unique,
  -- stored in the account together with the passkey
  phone text,
  -- what the new passkey signs; null: none waits
  challenge bytea,
  challenge_expires_at timestamptz,
  primary key (account_token_id, place),
  check ((place = 'console') = (token_hash is not null)),
  check ((challenge is null) = (challenge_expires_at is null))
);
