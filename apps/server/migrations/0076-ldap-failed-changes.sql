-- When the directory could not be used while this change was written: others are written first.
alter table ldap_change add column failed_at timestamptz;
