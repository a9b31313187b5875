-- Connections of the user's devices get this source address when they leave the gateway of the location.
create table snat_binding (
  id integer generated always as identity primary key,
  user_id integer not null references "user" on delete cascade,
  location_id integer not null references location on delete cascade,
  public_ip inet not null,
  unique (location_id, user_id)
);
create index snat_binding_user on snat_binding (user_id);

-- Other connections of devices get the address of the interface through which they leave.
alter table location add column masquerade boolean not null default false;
alter table location_state add column masquerade boolean not null default false;

alter table peer
  -- null: no binding
  add column snat_ip inet;
create index peer_snat on peer (location_id) where snat_ip is not null and not removed;
