create table auth_key (
  id integer generated always as identity primary key,
  user_id integer not null references "user" on delete cascade,
  kind text not null check (kind in ('ssh', 'gpg')),
  name text not null,
  -- an OpenSSH line, or an armored block; public, never a private key
  key text not null,
  fingerprint text not null,
  created_at timestamptz not null,
  constraint auth_key_once unique (user_id, kind, fingerprint)
);
