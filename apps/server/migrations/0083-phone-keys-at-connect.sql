-- Phones prove that their owner unlocked them: when they connect, or for another device of the owner.
alter table location_session
  drop constraint location_session_method_check,
  add constraint location_session_method_check check (method in ('totp', 'email', 'biometric', 'mobile_approve')),
  -- whose key proved it; null for codes
  add column phone_id integer references device on delete set null;
create index location_session_phone on location_session (phone_id);

alter table location_sign_in
  -- what the key of a phone signs; null for codes
  add column challenge text,
  -- by a phone, after which the client of the device receives its preshared key
  add column approved_at timestamptz;
