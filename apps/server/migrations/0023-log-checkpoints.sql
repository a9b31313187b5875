-- Why a checkpoint begins the chain again, as it was signed (JSON); null where it continues the one before.
alter table activity_checkpoint add column acknowledged text;

-- What a core found when it compared the log with the checkpoint in its data folder; nothing is signed while there is
-- a row. One at most: the first finding counts until an administrator acknowledges it.
create table activity_problem (
  singleton boolean primary key default true check (singleton),
  kind text not null,
  number integer not null,
  entry_id bigint not null,
  since timestamptz not null
);
