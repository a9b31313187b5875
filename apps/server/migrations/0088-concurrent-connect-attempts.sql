-- A public key is enough to begin attempts of its device: they no longer replace each other, so that a stranger cannot end those of
-- the owner. Attempts last five minutes; those that are running are dropped.
delete from location_sign_in;
alter table location_sign_in
  drop constraint location_sign_in_pkey,
  drop constraint location_sign_in_token_hash_key,
  add primary key (token_hash),
  -- in the order in which they began
  add column id bigint generated always as identity,
  -- where they began: an IPv4 address or an IPv6 /64, and the wider network; empty if unknown
  add column address text not null,
  add column network text not null;
create index location_sign_in_device on location_sign_in (device_id, id);
