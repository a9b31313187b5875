-- Ed25519 keys with which phones prove that their owner unlocked them; base64.
create table device_auth_key (
  device_id integer primary key references device on delete cascade,
  public_key text not null,
  created_at timestamptz not null
);
