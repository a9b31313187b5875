-- What noticed a restore: `core`, the name of a gateway, or who declared it; null in the first history. What a restore lost may
-- be unknown: then lost_entries, lost_until or both bounds are null.
alter table history_epoch add column noticed_by text;
update history_epoch set noticed_by = 'core' where lost_until is not null;
-- an entry written after the restore was taken for the last one before it
update history_epoch set lost_from = null where lost_from > lost_until;

-- The PostgreSQL database that core wrote this history to. A restored dump has the row of the database that was dumped, so
-- another database there means that this one is a copy.
create table history_home (
  singleton boolean primary key default true check (singleton),
  cluster text not null,
  database_oid bigint not null,
  -- whether the data folder beside the embedded database has a mark; a backup contains none
  has_mark_file boolean not null
);
