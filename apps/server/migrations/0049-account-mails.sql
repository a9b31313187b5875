-- Emails about changes of accounts: how many of a kind were sent within an hour, and how many changes wait for a summary.
create table account_mail (
  user_id integer not null references "user" on delete cascade,
  change text not null,
  -- owner, administrator or shell
  author text not null,
  since timestamptz not null,
  mailed integer not null,
  waiting integer not null,
  -- where the first email that waits would have been sent
  recipient text,
  primary key (user_id, change, author)
);
delete from log_allowance where kind = 'account-mail';
