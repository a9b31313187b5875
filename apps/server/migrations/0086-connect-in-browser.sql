-- Owners authorize devices in the console: devices without a client for a session without a preshared key, and clients that
-- open a page.
alter table location_session
  drop constraint location_session_method_check,
  add constraint location_session_method_check
    check (method in ('totp', 'email', 'biometric', 'mobile_approve', 'external', 'security_key')),
  -- both null if the session has no preshared key
  alter column key_nonce drop not null,
  alter column key_digest drop not null,
  add constraint location_session_preshared_key check ((key_nonce is null) = (key_digest is null)),
  -- with which it was proved; null for other methods, and once the key is removed
  add column security_key_id integer references security_key on delete set null;
create index location_session_security_key on location_session (security_key_id);

-- Devices with a client that has connected with a preshared key. A device with another key is not among them.
create table preshared_key_device (
  device_id integer primary key references device on delete cascade
);
insert into preshared_key_device select distinct device_id from location_session;

alter table location_sign_in
  -- SHA-256 of the id with which the owner opens the attempt in the console; null for methods without a page
  add column request_hash bytea unique,
  -- what the page shows of the client that began the attempt
  add column client_ip text,
  add column client_agent text;
