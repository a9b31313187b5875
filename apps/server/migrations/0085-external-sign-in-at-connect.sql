-- Devices connect after a sign-in of their owner at an OpenID provider.
alter table location_session
  drop constraint location_session_method_check,
  add constraint location_session_method_check
    check (method in ('totp', 'email', 'biometric', 'mobile_approve', 'external')),
  -- where the owner signed in; its session ends before the provider is deleted
  add column provider_id integer;
create index location_session_provider on location_session (provider_id) where provider_id is not null;

alter table location_sign_in
  -- set with approved_at
  add column provider_id integer;
