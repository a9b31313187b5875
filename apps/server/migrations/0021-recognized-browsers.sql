-- Sign-in finds accounts by names in ASCII lower case, whatever the language of the database: lower('I') is not the same
-- in each. Names and addresses are ASCII, so no two that were different before become the same, unless the database is Turkish.
drop index user_username;
drop index user_email;
create unique index user_username on "user" (lower(username collate "C"));
create unique index user_email on "user" (lower(email collate "C"));

-- Browsers in which an account was signed in before, by the hash of a token in a cookie. One browser has one token and a
-- row for each of its accounts.
create table recognized_browser (
  id integer generated always as identity primary key,
  user_id integer not null references "user" on delete cascade,
  token_hash bytea not null,
  last_used_at timestamptz not null,
  constraint recognized_browser_token unique (token_hash, user_id)
);
create index recognized_browser_user on recognized_browser (user_id);

-- Wrong codes of the second step since the last right one.
create table code_attempts (
  key text primary key,
  user_id integer not null references "user" on delete cascade,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz,
  -- whether the last attempt was looked at
  is_allowed boolean not null default true,
  -- when the owner was told last
  mailed_at timestamptz
);
create index code_attempts_user on code_attempts (user_id);
