-- One row per user who has, or had, a second factor. Secrets are sealed under the instance key.
create table mfa (
  user_id integer primary key references "user" on delete cascade,
  -- whether sign-in asks for a second factor
  is_enabled boolean not null default false,
  method text not null default 'None' check (method in ('None', 'OneTimePassword', 'Webauthn', 'Email')),
  totp_secret bytea,
  -- offered to the user, and in force only once a code has confirmed it
  totp_offered bytea,
  -- the time step of the last code that was accepted: each works once
  totp_last_step bigint
);

-- Hashes of 95 random bits each; a row goes when its code is used.
create table recovery_code (
  user_id integer not null references "user" on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- When its holder last proved to be the user: changes of what protects an account ask again after a while.
alter table session add column proved_at timestamptz not null default now();
