-- One mechanism for all entries of the activity log that are limited by the hour: how many are in the log and how many more there
-- were. `granted` is the answer to the last claim.
create table log_allowance (
  kind text not null,
  -- of what the kind is about: a user, a gateway; empty where all share one allowance
  subject text not null,
  since timestamptz not null,
  logged integer not null,
  omitted integer not null,
  granted integer not null,
  primary key (kind, subject)
);
insert into log_allowance (kind, subject, since, logged, omitted, granted)
  select 'gateway', coalesce(gateway_id::text, ''), since, logged, omitted, 0 from gateway_log_allowance
  union all
  select case split_part(key, ':', 1) when 'user' then 'sign-in' when 'lock' then 'lock' when 'all' then 'sign-in-total' else 'unknown-name' end,
    coalesce(user_id::text, ''), since, logged, unlogged, 0 from refused_sign_ins;
drop table gateway_log_allowance, refused_sign_ins;
