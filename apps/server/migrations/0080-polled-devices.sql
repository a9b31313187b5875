-- What the client of a device said about itself when it last asked for the configuration. Not in device: a request of a
-- client must not wait for transactions that change the device.
alter table device_poll_token
  add column client text,
  add column polled_at timestamptz;
