-- As removed_group_location: what access rules and access tests said about the group.
create table removed_group_rule (
  group_id integer not null references removed_group on delete cascade,
  rule_id integer not null references access_rule on delete cascade,
  allow boolean not null,
  primary key (group_id, rule_id)
);
create index removed_group_rule_rule on removed_group_rule (rule_id);

create table removed_group_test (
  id integer primary key,
  group_id integer not null references removed_group on delete cascade,
  name text not null,
  expectation text not null,
  location_id integer references location on delete cascade,
  destination text not null,
  ports text not null,
  protocols smallint[] not null
);
create index removed_group_test_group on removed_group_test (group_id);
create index removed_group_test_location on removed_group_test (location_id) where location_id is not null;
