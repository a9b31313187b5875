-- What core knows about releases. One row.
create table release_feed (
  is_only boolean primary key default true check (is_only),
  -- the last feed that was accepted, as signed: its signature is verified again with the keys that are trusted then
  statement text,
  -- when it was issued, and the public key that signed it: an older feed is refused while that key is trusted
  issued_at timestamptz,
  key_id text,
  -- when a feed was accepted last
  checked_at timestamptz,
  attempted_at timestamptz,
  -- of the last attempt; null: it was successful
  problem text,
  detail text,
  failing_since timestamptz,
  -- the last version that administrators were told about, and when it became known
  found_version text,
  found_at timestamptz
);
insert into release_feed default values;

-- of its program; null for cores that do not report it
alter table core_replica add column version text;
