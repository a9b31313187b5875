-- Who issued a token. Unused tokens of earlier versions have no issuer whose rights could be checked: they are withdrawn.
delete from device_enrollment;
alter table device_enrollment add column issuer_id integer not null references "user" on delete cascade;
create index device_enrollment_issuer on device_enrollment (issuer_id);
-- The API token with which it was issued; null: with a session.
alter table device_enrollment add column api_token_id integer references api_token on delete cascade;
create index device_enrollment_api_token on device_enrollment (api_token_id);

-- Who set the key of a network device; null: its owner, as for devices of users.
alter table device add column key_set_by integer references "user" on delete set null;
create index device_key_set_by on device (key_set_by) where key_set_by is not null;
