-- When each device and each user was last connected to any location, counted by the minute, so that counting active
-- ones takes no longer with more devices. A change of traffic_latest only inserts a row into traffic_seen_change. Core
-- applies these rows one transaction at a time, so that reports of different locations do not wait for each other.

-- Devices whose rows in traffic_latest changed since the tables below were computed.
create table traffic_seen_change (
  id bigint generated always as identity primary key,
  device_ids integer[] not null
);

create table traffic_seen (
  -- users are seen with their user devices only
  subject text not null check (subject in ('user', 'user_device', 'network_device')),
  -- of the user or device
  id integer not null,
  user_id integer not null,
  latest_handshake timestamptz not null,
  -- the same with locations that the device may still connect to
  latest_allowed_handshake timestamptz,
  primary key (subject, id)
);
create index traffic_seen_user on traffic_seen (user_id) where subject = 'user_device';
create index traffic_seen_latest on traffic_seen (latest_handshake);
create index traffic_seen_latest_allowed on traffic_seen (latest_allowed_handshake);

-- Number of rows in traffic_seen with these values by the minute; without a row there are none.
create table traffic_seen_count (
  subject text not null,
  starts_at timestamptz not null,
  handshakes bigint not null,
  allowed_handshakes bigint not null,
  primary key (subject, starts_at)
);

create function note_seen_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into traffic_seen_change (device_ids)
    select ids from (
      select array_agg(distinct n.device_id) as ids from new_rows n join old_rows o using (location_id, device_id, gateway_id)
      where (n.latest_handshake, n.removed) is distinct from (o.latest_handshake, o.removed)
    ) changed where ids is not null;
  elsif tg_op = 'INSERT' then
    insert into traffic_seen_change (device_ids)
    select ids from (select array_agg(distinct device_id) as ids from new_rows) changed where ids is not null;
  else
    insert into traffic_seen_change (device_ids)
    select ids from (select array_agg(distinct device_id) as ids from old_rows) changed where ids is not null;
  end if;
  return null;
end $$;
create trigger note_seen_insert after insert on traffic_latest
  referencing new table as new_rows for each statement execute function note_seen_change();
create trigger note_seen_update after update on traffic_latest
  referencing new table as new_rows old table as old_rows for each statement execute function note_seen_change();
create trigger note_seen_delete after delete on traffic_latest
  referencing old table as old_rows for each statement execute function note_seen_change();

-- For the devices that were seen before: core computes their rows after the migration, a thousand at a time, so that
-- traffic_latest is locked briefly.
insert into traffic_seen_change (device_ids)
select array_agg(device_id) from (select distinct device_id from traffic_latest) seen group by device_id / 1000;
