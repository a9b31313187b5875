-- Devices with the most traffic at each location, so that ranking a period reads a few rows, not all devices. Exact for
-- each bucket. Without foreign keys, like all tables of traffic; rows of deleted locations are removed once a day.

create table traffic_top (
  step text not null check (step in ('five_minutes', 'hour', 'day')),
  -- aligned to UTC
  starts_at timestamptz not null,
  location_id integer not null,
  -- up to 25, the one with the most traffic first
  device_ids integer[] not null,
  upload bigint[] not null,
  download bigint[] not null,
  primary key (step, starts_at, location_id)
);

-- Up to when traffic_top has the complete buckets of a location.
create table traffic_ranked (
  location_id integer primary key,
  ranked_until timestamptz not null
);
