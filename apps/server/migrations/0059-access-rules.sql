-- A pending change or deletion is a row of its own that refers to the deployed rule.
create table access_rule (
  id integer generated always as identity primary key,
  parent_id integer references access_rule on delete cascade,
  state text not null check (state in ('new', 'applied', 'modified', 'deleted', 'expired')),
  name text not null,
  -- lower numbers are evaluated first
  priority integer not null,
  enabled boolean not null,
  expires_at timestamptz,
  all_locations boolean not null,
  allow_all_users boolean not null,
  deny_all_users boolean not null,
  allow_all_network_devices boolean not null,
  deny_all_network_devices boolean not null,
  -- lists in canonical spelling; empty: any
  destination text not null,
  ports text not null,
  protocols smallint[] not null,
  check ((parent_id is not null) = (state in ('modified', 'deleted')))
);
create unique index access_rule_parent on access_rule (parent_id) where parent_id is not null;
create index access_rule_expiry on access_rule (expires_at) where state = 'applied' and expires_at is not null;

create table access_rule_location (
  rule_id integer not null references access_rule on delete cascade,
  location_id integer not null references location on delete cascade,
  primary key (rule_id, location_id)
);
create index access_rule_location_location on access_rule_location (location_id);

create table access_rule_user (
  rule_id integer not null references access_rule on delete cascade,
  user_id integer not null references "user" on delete cascade,
  allow boolean not null,
  primary key (rule_id, user_id)
);
create index access_rule_user_user on access_rule_user (user_id);

create table access_rule_group (
  rule_id integer not null references access_rule on delete cascade,
  group_id integer not null references "group" on delete cascade,
  allow boolean not null,
  primary key (rule_id, group_id)
);
create index access_rule_group_group on access_rule_group (group_id);

create table access_rule_device (
  rule_id integer not null references access_rule on delete cascade,
  device_id integer not null references device on delete cascade,
  allow boolean not null,
  primary key (rule_id, device_id)
);
create index access_rule_device_device on access_rule_device (device_id);

create table access_alias (
  id integer generated always as identity primary key,
  parent_id integer references access_alias on delete cascade,
  state text not null check (state in ('applied', 'modified')),
  kind text not null check (kind in ('destination', 'component')),
  name text not null,
  destination text not null,
  ports text not null,
  protocols smallint[] not null,
  check ((parent_id is not null) = (state = 'modified'))
);
create unique index access_alias_parent on access_alias (parent_id) where parent_id is not null;

create table access_rule_alias (
  rule_id integer not null references access_rule on delete cascade,
  alias_id integer not null references access_alias,
  primary key (rule_id, alias_id)
);
create index access_rule_alias_alias on access_rule_alias (alias_id);
