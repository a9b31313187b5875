-- What a user has chosen for the console, by name; absent: the default.
alter table "user" add column preferences jsonb not null default '{}';
