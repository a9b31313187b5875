-- Whether codes by e-mail are among the user's second factors.
alter table mfa add column email_enabled boolean not null default false;

-- Codes that were mailed and not used. They hold for a while; how many there are limits how many more are mailed.
create table mail_code (
  id integer generated always as identity primary key,
  user_id integer not null references "user" on delete cascade,
  -- 'activation': proves that the address is read; 'sign-in': proves who signs in
  purpose text not null check (purpose in ('activation', 'sign-in')),
  -- sealed under the instance key
  code bytea not null,
  -- by which the job that sends it is found again
  mail_id text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_tries integer not null default 0
);
create index mail_code_of_user on mail_code (user_id, sent_at);

-- The language of the console at the last sign-in, in which mails are written; null: not known.
alter table "user" add column language text check (language in ('en', 'ko', 'pl'));
