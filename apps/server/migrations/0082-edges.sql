-- Processes that people and programs reach who are not signed in; core connects to them.
create table edge (
  id integer generated always as identity primary key,
  -- host:port
  address text not null,
  -- null until one joins at the address
  component_id uuid references component on delete set null,
  created_at timestamptz not null,
  constraint edge_address unique (address),
  constraint edge_component unique (component_id)
);
