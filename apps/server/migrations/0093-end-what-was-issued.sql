-- Tokens of clients end with the session or the sign-in that issued them.
alter table account_token
  -- of the console, in which it was issued; no reference, because a token outlasts a session that ends without being revoked
  add column session_id integer,
  -- the account at an OpenID provider with which the user signed in to get a token for a client
  add column external_identity_id integer references external_identity on delete cascade;
create index account_token_external_identity on account_token (external_identity_id)
  where external_identity_id is not null;

-- An attempt to connect ends when its device leaves the location, as its session does. Attempts last five minutes; those that are
-- running are dropped.
delete from location_sign_in;
alter table location_sign_in
  drop constraint location_sign_in_device_id_fkey,
  drop constraint location_sign_in_location_id_fkey,
  add foreign key (device_id, location_id) references device_location on delete cascade;

-- What people added with an invitation, until they have a first password or passkey. It is removed with the invitation.
create table unconfirmed_device (
  device_id integer primary key references device on delete cascade
);
-- The account has second factors that were added so.
create table unconfirmed_factor (
  user_id integer primary key references "user" on delete cascade
);
