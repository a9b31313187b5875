-- More removals than this share of the linked accounts, in percent, need a confirmation.
alter table identity_provider add column directory_sync_removal_limit integer not null default 10
  check (directory_sync_removal_limit between 0 and 100);

-- `openid-3`: the directory of the identity provider with this id.
alter table "user" drop constraint user_managed_by;
alter table "user" add constraint user_managed_by check (managed_by ~ '^[a-z][a-z_]{0,31}([:-][0-9]{1,10})?$');
alter table "group" drop constraint group_managed_by;
alter table "group" add constraint group_managed_by check (managed_by ~ '^[a-z][a-z_]{0,31}([:-][0-9]{1,10})?$');
