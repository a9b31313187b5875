-- Histories of this database: a new one begins when core finds that an older copy was restored. The id of the first one
-- is the same in every copy, so it tells a copy from another instance.
create table history_epoch (
  number integer generated always as identity primary key,
  id uuid not null,
  started_at timestamptz not null,
  -- entries of the activity log that are known to be lost; null in the first history
  lost_entries bigint,
  -- what is lost was written between these instants; null where nothing is known
  lost_from timestamptz,
  lost_until timestamptz,
  -- null: administrators are told
  acknowledged_at timestamptz,
  constraint history_epoch_id unique (id)
);
insert into history_epoch (id, started_at) values (gen_random_uuid(), now());
