-- Traffic about which access rules decided, by day in UTC; a deployment that replaces a rule moves its rows. Without
-- foreign keys, like all tables of traffic; rows of deleted rules are removed with the deployment or once a day.
create table traffic_rule (
  rule_id integer not null,
  location_id integer not null,
  day date not null,
  -- both directions
  packets bigint not null,
  bytes bigint not null,
  last_hit_at timestamptz not null,
  primary key (rule_id, location_id, day)
);
