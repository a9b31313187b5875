-- What people read of what happened. Nothing is ever changed or deleted here; ids count from 1 without gaps, in the
-- order of the commits, and each entry's hash covers the entry and the hash before it.
create table activity_entry (
  id bigint primary key,
  at timestamptz not null,
  -- no foreign keys: what somebody did stays known when the account is gone
  user_id integer,
  username text,
  location text,
  ip inet,
  event text not null,
  module text not null check (module in ('gatewarden', 'client', 'vpn', 'enrollment')),
  device text,
  description text,
  metadata jsonb,
  hash bytea not null,
  module_order smallint not null generated always as
    (case module when 'gatewarden' then 1 when 'client' then 2 when 'vpn' then 3 else 4 end) stored,
  searchable text not null generated always as
    (lower(coalesce(username, '') || E'\n' || coalesce(location, '') || E'\n' || module || E'\n' || event || E'\n'
      || coalesce(device, '') || E'\n' || coalesce(description, ''))) stored
);
-- one for each way to sort, and for each filter by one value: what is found is in order of time
create index activity_entry_at on activity_entry (at, id);
create index activity_entry_user on activity_entry (user_id, at, id);
create index activity_entry_username on activity_entry (username, at, id);
create index activity_entry_location on activity_entry (location, at, id);
create index activity_entry_ip on activity_entry (ip, at, id);
create index activity_entry_event on activity_entry (event, at, id);
create index activity_entry_module on activity_entry (module_order, at, id);
create index activity_entry_device on activity_entry (device, at, id);

-- Part of PostgreSQL, and since 13 for whoever may create tables; a server that lacks it searches without an index.
do $$ begin
  create extension if not exists pg_trgm;
  create index activity_entry_searchable on activity_entry using gin (searchable gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'pg_trgm is not there: the activity log is searched without an index';
end $$;

-- Appends entries in their order, as the last thing of a transaction: from here to its end no other appends any.
-- `location_id` stands for the name that the location has now.
create function append_activity(entries jsonb) returns void language plpgsql as $$
declare
  item jsonb;
  entry activity_entry;
  last_id bigint;
  last_hash bytea;
begin
  perform pg_advisory_xact_lock(7203114504);
  select id, hash into last_id, last_hash from activity_entry order by id desc limit 1;
  last_id := coalesce(last_id, 0);
  last_hash := coalesce(last_hash, ''::bytea);
  for item in select value from jsonb_array_elements(entries) loop
    entry := jsonb_populate_record(null::activity_entry, item);
    entry.location := coalesce(entry.location, (select name from location where id = (item ->> 'location_id')::integer));
    last_id := last_id + 1;
    last_hash := sha256(last_hash || convert_to(jsonb_build_array(last_id,
      (extract(epoch from entry.at) * 1000000)::bigint, entry.user_id, entry.username, entry.location, entry.ip::text,
      entry.event, entry.module, entry.device, entry.description, entry.metadata)::text, 'UTF8'));
    insert into activity_entry
      (id, at, user_id, username, location, ip, event, module, device, description, metadata, hash)
    values (last_id, entry.at, entry.user_id, entry.username, entry.location, entry.ip,
      entry.event, entry.module, entry.device, entry.description, entry.metadata, last_hash);
  end loop;
end $$;

-- What the log was at a time, signed with a key that is no part of the database. Numbered without gaps from 1; each
-- signature covers the one before it.
create table activity_checkpoint (
  number integer primary key,
  at timestamptz not null,
  entry_id bigint not null,
  hash bytea not null,
  signature bytea not null
);
