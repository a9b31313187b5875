-- What an administrator does not want to see on the home page: keys of conditions, and `checklist`.
create table home_dismissal (
  user_id integer not null references "user" on delete cascade,
  key text not null,
  at timestamptz not null,
  primary key (user_id, key)
);

create index api_token_expiry on api_token (expires_at) where expires_at is not null;
