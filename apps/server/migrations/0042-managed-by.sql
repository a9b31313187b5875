-- The system that manages the account or group, such as 'ldap', 'scim' or 'directory:3'; null: this instance.
alter table "user" add column managed_by text;
alter table "user" add constraint user_managed_by check (managed_by ~ '^[a-z][a-z_]{0,31}(:[0-9]{1,10})?$');
-- Names of the fields that it manages, as the API has them; null: every field that can be managed.
alter table "user" add column managed_fields text[];
alter table "group" add column managed_by text;
alter table "group" add constraint group_managed_by check (managed_by ~ '^[a-z][a-z_]{0,31}(:[0-9]{1,10})?$');
