-- Since when the device is switched off: it keeps its addresses and is no peer. Null: it is in service.
alter table device add column stopped_at timestamptz;

-- Gateways of which somebody wants to know when they hold a version. `subject` says for what; one answer each.
create table gateway_awaited (
  subject text not null,
  gateway_id uuid not null references gateway on delete cascade,
  version bigint not null,
  asked_at timestamptz not null,
  -- null: it does not hold the version yet
  confirmed_at timestamptz,
  primary key (subject, gateway_id)
);
create index gateway_awaited_open on gateway_awaited (gateway_id) where confirmed_at is null;
