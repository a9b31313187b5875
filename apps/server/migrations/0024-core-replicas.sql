-- The cores that run on this database. Each updates its row every two seconds; one that stopped doing so has died or hangs.
create table core_replica (
  -- of the process: a restart makes another row
  id uuid primary key,
  -- where gateways reach this replica, `host:port`; null until it listens
  address text,
  -- by the database's clock, so that the clocks of the replicas need not agree
  seen_at timestamptz not null
);

-- Replica that holds the newest stream. No foreign key: a replica that died is removed here and still named there.
alter table gateway add column core_id uuid;
