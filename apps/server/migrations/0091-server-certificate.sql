-- The certificate that core obtains for its https address. It is, with its key, the secret 'server-certificate', and the account
-- at the authority 'acme-account', both owned by 'instance'.
create table server_certificate (
  is_only boolean primary key default true check (is_only),
  -- null: it was never tried, or the last attempt succeeded
  failing_since timestamptz,
  -- of the last attempt
  error text,
  failures integer not null default 0,
  -- no replica tries before
  next_attempt_at timestamptz
);
insert into server_certificate default values;

-- Proofs that the authority is expected to fetch from any replica.
create table acme_challenge (
  token text not null,
  kind text not null check (kind in ('http-01', 'tls-alpn-01')),
  host text not null,
  key_authorization text not null,
  created_at timestamptz not null,
  primary key (token, kind)
);
