-- Whether the machine of a gateway forwards packets, as it reports; null if unknown.
alter table gateway
  add column forwards_ipv4 boolean,
  add column forwards_ipv6 boolean,
  -- when either changed
  add column forwarding_changed_at timestamptz;
