-- Tokens with which people enrol, add a device with a client, or set another password. Only their hashes are stored.
create table account_token (
  id integer primary key generated always as identity,
  token_hash bytea not null unique,
  kind text not null check (kind in ('enrollment', 'client', 'password_reset')),
  user_id integer not null references "user" on delete cascade,
  -- who issued it; null: the product, at the request of the user
  issuer_id integer references "user" on delete cascade,
  -- the API token with which it was issued; null: a session
  api_token_id integer references api_token on delete cascade,
  -- where it was sent; null: it was only shown
  email text,
  issued_at timestamptz not null,
  -- until when it can be used for the first time
  expires_at timestamptz not null,
  -- set when it is used for the first time
  started_at timestamptz,
  session_ends_at timestamptz,
  check ((started_at is null) = (session_ends_at is null))
);
create index account_token_user on account_token (user_id);
create index account_token_issuer on account_token (issuer_id);
create index account_token_api_token on account_token (api_token_id);
