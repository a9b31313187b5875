-- Mails about a completed enrollment wait until its other steps are done, or its session ends.
create table enrollment_announcement (
  user_id integer primary key references "user" on delete cascade,
  -- who invited the user; null: the user, or an account that no longer exists
  issuer_id integer references "user" on delete set null,
  due_at timestamptz not null
);
create index enrollment_announcement_due on enrollment_announcement (due_at);
create index enrollment_announcement_issuer on enrollment_announcement (issuer_id);
