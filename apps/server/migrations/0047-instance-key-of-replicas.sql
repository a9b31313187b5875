-- Identifies the instance key of the replica, as `instance_key_id` of `wrapped_key`; null for a former version.
alter table core_replica add column instance_key_id bytea;
