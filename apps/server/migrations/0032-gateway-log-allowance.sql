-- Entries that a gateway caused in the activity log within the last hour, and those of refused strangers: how many are in the
-- log and how many more there were.
create table gateway_log_allowance (
  -- id of the gateway, or 'strangers'
  key text primary key,
  gateway_id uuid references gateway on delete cascade,
  since timestamptz not null,
  logged integer not null,
  omitted integer not null,
  -- whether the last one is in the log
  is_logged boolean not null
);
create index gateway_log_allowance_gateway on gateway_log_allowance (gateway_id);
