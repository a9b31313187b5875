-- Where entries of the activity log are delivered, each in the order of the log.
create table delivery_destination (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('webhook', 'stream')),
  is_enabled boolean not null,
  -- the last entry that no longer needs delivery
  position bigint not null,
  last_delivered_at timestamptz,
  -- null: the last attempt was successful
  failing_since timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- of the last attempt: OutboundReason, or what the kind reports
  error_reason text,
  error_detail text,
  -- why core disabled it; null: it did not
  stop_reason text check (stop_reason in ('failing', 'gone')),
  -- the replica that delivers now, until it renews the lease or another one takes it
  lease uuid,
  leased_until timestamptz
);

-- Its secrets are 'webhook-token', 'webhook-signing-key' and 'webhook-former-key' in `secret`, owned by the id.
create table webhook (
  id integer primary key references delivery_destination on delete cascade,
  url text not null constraint webhook_url unique,
  description text not null,
  on_user_created boolean not null,
  on_user_deleted boolean not null,
  on_user_modified boolean not null,
  on_hwkey_provision boolean not null,
  -- events of the activity log
  events text[] not null,
  -- until then requests are signed with the former key too
  former_key_until timestamptz
);
create trigger delete_secrets after delete on webhook for each row execute function
  delete_secrets('webhook-token', 'webhook-signing-key', 'webhook-former-key');

-- Requests to webhooks, for administrators who set one up or look for a mistake.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id integer not null references webhook on delete cascade,
  -- null: a test
  entry_id bigint,
  message_id text not null,
  event text not null,
  at timestamptz not null,
  -- 1 for the first of an entry, null if an administrator sent it
  attempt integer,
  body text not null,
  duration_ms integer not null,
  -- of the answer; null if there was none
  status integer,
  -- the first characters
  answer text,
  error_reason text,
  error_detail text
);
create index webhook_delivery_webhook on webhook_delivery (webhook_id, id);
create index webhook_delivery_at on webhook_delivery (at);

-- Its secret is 'stream-password' in `secret`, owned by the id.
create table activity_stream (
  id integer primary key references delivery_destination on delete cascade,
  name text not null,
  stream_type text not null check (stream_type in ('vector_http', 'logstash_http', 'syslog_tls', 'otlp_http')),
  url text not null,
  username text,
  -- PEM: an authority that is trusted in addition
  cert text
);
create trigger delete_secrets after delete on activity_stream for each row execute function delete_secrets('stream-password');
