-- What entries that this instance writes accept.
alter table ldap_entry
  -- since the account was disabled, the password is a random one; false: it may be any
  add column is_revoked boolean not null default false,
  -- the password of the account was changed or removed while it could not be written: it is replaced by a random one
  add column is_outdated boolean not null default false;
