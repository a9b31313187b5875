-- A former core that still runs must not change what is moved below.
lock table instance, settings, location, mfa, link_authority, join_secret, activity_problem, mail_code in access exclusive mode;

-- Random keys that encrypt secrets. The newest encrypts; an older one exists only while secrets are encrypted again.
create table data_key (
  id integer primary key generated always as identity,
  created_at timestamptz not null default now()
);

-- A data key as an instance key encrypts it. A row for each instance key that cores may start with.
create table wrapped_key (
  data_key_id integer not null references data_key on delete cascade,
  -- derived from the instance key
  instance_key_id bytea not null,
  wrapped bytea not null,
  primary key (data_key_id, instance_key_id)
);

-- Secrets that must be readable later.
create table secret (
  kind text not null,
  -- id of the row that the secret belongs to, or 'instance'
  owner text not null,
  -- format (1), id of the data key (4 bytes, big endian), nonce, tag, ciphertext. Format 0: as in a column of a former version
  value bytea not null,
  key_id integer generated always as (case when get_byte(value, 0) <> 0 then
    (get_byte(value, 1) << 24) | (get_byte(value, 2) << 16) | (get_byte(value, 3) << 8) | get_byte(value, 4) end) stored
    references data_key,
  -- additional data of a value with the format 0
  former_context text,
  primary key (kind, owner)
);
create index secret_key on secret (key_id);

-- Deletes secrets with the row that they belong to. The arguments are their kinds.
create function delete_secrets() returns trigger language plpgsql as $$
begin
  delete from secret where kind = any(tg_argv) and owner = old.id::text;
  return null;
end $$;
create trigger delete_secrets after delete on "user" for each row execute function delete_secrets('totp', 'totp-offer');
create trigger delete_secrets after delete on location for each row execute function delete_secrets('location-key');
create trigger delete_secrets after delete on join_secret for each row execute function delete_secrets('join-secret');

insert into secret (kind, owner, value, former_context)
  select 'location-key', id::text, '\x00'::bytea || private_key, 'location.private_key:' || public_key from location
  union all
  select 'join-secret', id::text, '\x00'::bytea || secret, 'location_state.join_secret:' || coalesce(location_id::text, kind)
  from join_secret
  union all
  select 'totp', user_id::text, '\x00'::bytea || totp_secret, 'mfa.totp:' || user_id from mfa where totp_secret is not null
  union all
  select 'totp-offer', user_id::text, '\x00'::bytea || totp_offered, 'mfa.totp:' || user_id from mfa
  where totp_offered is not null
  union all
  select 'smtp-password', 'instance', '\x00'::bytea || smtp_password, 'settings.smtp_password' from settings
  where smtp_password is not null
  union all
  select 'authority-key', 'instance', '\x00'::bytea || private_key, 'gateway_authority.private_key' from link_authority
  union all
  select 'activity-key', 'instance', '\x00'::bytea || value, 'activity.private_key' from instance where name = 'activity-key'
  union all
  select 'activity-evidence', 'instance', '\x00'::bytea || evidence, 'activity.problem_evidence' from activity_problem
  where evidence is not null;

alter table location drop column private_key;
alter table join_secret drop column secret;
alter table mfa add column has_totp boolean not null default false;
update mfa set has_totp = true where totp_secret is not null;
alter table mfa drop column totp_secret, drop column totp_offered;
alter table settings drop column smtp_password;
-- the next start issues another certificate for core, with its key in `secret`
alter table link_authority drop column private_key, drop column server_certificate, drop column server_private_key;
alter table activity_problem drop column evidence;
-- A mailed code is never read back: its signature suffices. Codes in transit become invalid and still limit further mails.
alter table mail_code rename column code to signature;
update mail_code set signature = '';
delete from instance where name = 'activity-key';

-- Mails in the queue. A job has only the id of its mail from now on.
do $$ begin
  -- absent before the first start
  if to_regclass('pgboss.job') is null then return; end if;
  insert into secret (kind, owner, value, former_context)
    select 'mail', id::text, '\x00'::bytea || decode(data ->> 'sealed', 'base64'), 'mail.job' from pgboss.job
    where name in ('mail.send', 'mail.send.given-up') and state < 'completed' and data ? 'sealed';
  update pgboss.job set data = jsonb_build_object('id', id)
    where name in ('mail.send', 'mail.send.given-up') and data ? 'sealed';
end $$;
