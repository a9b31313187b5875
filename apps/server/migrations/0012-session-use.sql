-- When the session was used last, to the minute: its holder tells by it which of the sessions are their own.
alter table session add column last_used_at timestamptz not null default now();
update session set last_used_at = created_at;
