-- Versions also have the defaults of locations that enforce rules, and the members of groups that rules name.
alter table access_version
  drop constraint access_version_kind_check,
  add constraint access_version_kind_check check (kind in ('deployed', 'expired', 'location', 'group'));
alter table access_version_object
  drop constraint access_version_object_kind_check,
  add constraint access_version_object_kind_check check (kind in ('rule', 'alias', 'location', 'group'));
