create table api_token (
  id integer generated always as identity primary key,
  user_id integer not null references "user" on delete cascade,
  name text not null,
  -- SHA-256: whoever reads the database cannot act as anybody
  token_hash bytea not null constraint api_token_hash unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  -- null: it does not end by itself
  expires_at timestamptz,
  -- to the minute
  last_used_at timestamptz
);
create index api_token_user on api_token (user_id);
