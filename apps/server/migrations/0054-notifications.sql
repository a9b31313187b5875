create sequence notification_id as integer;

-- What people are notified of, a row for each reader. Texts are not stored: the console makes them from kind and details.
create table notification (
  -- a higher one whenever it happens again, so that the order by id is the order of the list
  id integer primary key default nextval('notification_id'),
  user_id integer not null references "user" on delete cascade,
  kind text not null,
  -- identifies what it is about: a reader has one unread notification about it
  key text not null,
  -- only for readers who are administrators at the time of reading
  for_administrators boolean not null,
  at timestamptz not null,
  subject jsonb,
  details jsonb not null,
  count integer not null default 1,
  read_at timestamptz,
  -- the row remains so that a condition that is announced once is not announced again
  dismissed_at timestamptz
);
alter sequence notification_id owned by notification.id;
create index notification_of_user on notification (user_id, id);
create unique index notification_unread on notification (user_id, key) where read_at is null and dismissed_at is null;
create index notification_at on notification (at);

-- Disconnected gateways. Those that stay disconnected are announced.
create table gateway_outage (
  gateway_id uuid primary key references component on delete cascade,
  since timestamptz not null,
  announced boolean not null default false
);

-- Browsers and addresses from which a user signed in.
create table sign_in_origin (
  user_id integer not null references "user" on delete cascade,
  -- empty if it is unknown
  browser text not null,
  -- an IPv4 address, or the /64 network of an IPv6 address; empty if it is unknown
  network text not null,
  last_at timestamptz not null,
  primary key (user_id, browser, network)
);
create index sign_in_origin_last_at on sign_in_origin (last_at);
