-- What access rules must or must not allow. Without user, group and device: all users.
create table access_test (
  id integer generated always as identity primary key,
  name text not null,
  expectation text not null check (expectation in ('allowed', 'denied')),
  user_id integer references "user" on delete cascade,
  group_id integer references "group" on delete cascade,
  device_id integer references device on delete cascade,
  -- null: all locations that enforce access rules
  location_id integer references location on delete cascade,
  -- lists in canonical spelling; empty: any
  destination text not null,
  ports text not null,
  protocols smallint[] not null,
  check (num_nonnulls(user_id, group_id, device_id) <= 1)
);
create index access_test_user on access_test (user_id) where user_id is not null;
create index access_test_group on access_test (group_id) where group_id is not null;
create index access_test_device on access_test (device_id) where device_id is not null;
create index access_test_location on access_test (location_id) where location_id is not null;
