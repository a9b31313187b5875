-- Devices that proved a second factor and may connect to a location that requires one.
create table location_session (
  device_id integer not null,
  location_id integer not null,
  method text not null check (method in ('totp', 'email')),
  authorized_at timestamptz not null,
  -- the latest end; it ends earlier without handshakes
  expires_at timestamptz not null,
  -- from which the preshared key of the device is derived with the instance key
  key_nonce bytea not null,
  -- SHA-256 in hexadecimal of the preshared key in base64, as gateways report it
  key_digest text not null,
  primary key (device_id, location_id),
  foreign key (device_id, location_id) references device_location on delete cascade
);
create index location_session_location on location_session (location_id);
create index location_session_expiry on location_session (expires_at);

-- What a client began: one attempt per device.
create table location_sign_in (
  device_id integer primary key references device on delete cascade,
  location_id integer not null references location on delete cascade,
  token_hash bytea not null unique,
  method text not null,
  expires_at timestamptz not null
);
create index location_sign_in_location on location_sign_in (location_id);
create index location_sign_in_expiry on location_sign_in (expires_at);

alter table location
  add column mfa_session_hours integer not null default 24 check (mfa_session_hours between 1 and 720);
-- of the session of the device; null in locations that require no second factor
alter table peer add column key_nonce bytea, add column key_digest text,
  add check ((key_nonce is null) = (key_digest is null));
