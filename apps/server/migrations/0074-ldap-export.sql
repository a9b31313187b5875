-- The entry that this instance writes for a user or group. It has no reference: the entry outlives the user or group until
-- it is removed from the directory.
create table ldap_entry (
  kind text not null check (kind in ('user', 'group')),
  object_id integer not null,
  -- null while it is being added: after a crash, an entry of this name is ours
  external_id text,
  dn text not null,
  -- false: existed before, so it is never deleted
  is_created boolean not null,
  -- whether the directory has the password of the account, and not a random one
  has_password boolean not null default false,
  primary key (kind, object_id)
);
create unique index ldap_entry_external_id on ldap_entry (external_id) where external_id is not null;

-- Users and groups whose entries may differ from what is stored here. Repeated changes of one are one row.
create table ldap_change (
  kind text not null check (kind in ('user', 'group')),
  object_id integer not null,
  since timestamptz not null,
  -- counts the changes: one during a write leaves the row
  version integer not null default 1,
  -- what happened to the password; with 'set' it is the secret 'ldap-password' of the user
  password text check (password in ('set', 'remove')),
  password_at timestamptz,
  -- until then, a process works on it
  claimed_until timestamptz,
  attempts integer not null default 0,
  retry_at timestamptz,
  error text,
  primary key (kind, object_id)
);
create index ldap_change_since on ldap_change (since);
create trigger delete_ldap_password after delete on "user" for each row execute function delete_secrets('ldap-password');

-- One row: the state of writing to the directory.
create table ldap_export (
  is_single boolean primary key default true check (is_single),
  compare_requested_at timestamptz,
  -- until then, a process compares
  comparing_until timestamptz,
  compared_at timestamptz,
  counts jsonb,
  differences jsonb,
  -- why the directory cannot be used, and since when
  error text,
  failed_at timestamptz,
  attempts integer not null default 0,
  retry_at timestamptz
);
insert into ldap_export default values;
