-- Since when the key is refused until an administrator restores it; null: it is accepted. Set when its owner is stopped.
alter table auth_key add column suspended_at timestamptz;
alter table security_key add column suspended_at timestamptz;
