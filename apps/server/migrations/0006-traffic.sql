-- No foreign keys to device, location and gateway: a report must neither wait for nor fail on one that is being
-- deleted. Rows of those that are gone are removed once a day, what a gateway said of a device with the device.

-- The report of each gateway that was counted last.
create table traffic_report (
  gateway_id uuid primary key,
  -- by the gateway's clock
  measured_at timestamptz not null,
  -- by core's
  counted_at timestamptz not null
);

-- What each gateway of a location last said of a device; devices that never connected have no row.
create table traffic_latest (
  location_id integer not null,
  device_id integer not null,
  gateway_id uuid not null,
  -- cumulative, as the interface counts them
  received_bytes bigint not null,
  sent_bytes bigint not null,
  -- on core's clock
  latest_handshake timestamptz not null,
  endpoint text,
  -- first handshake after the latest gap
  connected_since timestamptz not null,
  -- the device is announced as connected
  connected boolean not null,
  -- no longer a peer of the location, as found when departures were looked for
  removed boolean not null,
  -- traffic of the latest minute with any; it moves to traffic_minutes when there is traffic in another one
  minute timestamptz not null,
  minute_upload bigint not null,
  minute_download bigint not null,
  primary key (location_id, device_id, gateway_id)
) with (fillfactor = 45); -- every report writes most rows again, on their page when there is room
create index traffic_latest_connected on traffic_latest (location_id) where connected;
create index traffic_latest_device on traffic_latest (device_id);

-- Traffic of the devices of a location by the minute; a minute may have several rows, and its traffic is their sum.
-- Devices side by side in one row, because rows of their own would take ten times the room and the writing.
create table traffic_minutes (
  id bigint generated always as identity primary key,
  location_id integer not null,
  starts_at timestamptz not null,
  device_ids integer[] not null,
  upload bigint[] not null,
  download bigint[] not null
);
create index traffic_minutes_time on traffic_minutes (location_id, starts_at);

-- Up to when traffic_hours has what traffic_minutes has.
create table traffic_progress (
  location_id integer primary key,
  rolled_until timestamptz not null
);

-- Traffic per device and location, a row per day or month with a slot for each hour or day that had any; a slot may be
-- there more than once, and its traffic is the sum. Old hours move to the days, so that a byte is in one of the two.
create table traffic_hours (
  -- start of a day in UTC, slots 0 to 23
  starts_at timestamptz not null,
  location_id integer not null,
  device_id integer not null,
  slots smallint[] not null,
  upload bigint[] not null,
  download bigint[] not null,
  primary key (location_id, starts_at, device_id)
);
create table traffic_days (
  -- start of a month in UTC, slots 1 to 31
  starts_at timestamptz not null,
  location_id integer not null,
  device_id integer not null,
  slots smallint[] not null,
  upload bigint[] not null,
  download bigint[] not null,
  primary key (location_id, starts_at, device_id)
);

-- Traffic of whole locations, each byte once per step, so that no question about a location looks at devices.
create table traffic_total (
  location_id integer not null,
  step text not null check (step in ('minute', 'hour')),
  starts_at timestamptz not null,
  upload bigint not null,
  download bigint not null,
  primary key (location_id, step, starts_at)
) with (fillfactor = 80);
