-- Uploaded logos, without everything that is not needed to show them. A setting names them by their hash.
create table logo (
  -- SHA-256 of the content, in the address of the logo
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  content bytea not null check (octet_length(content) between 1 and 262144),
  -- in pixels
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  uploaded_at timestamptz not null
);

-- The console could never load a logo over http, and refuses such an address now.
update settings set changed = changed
  - case when changed->>'main_logo_url' ~* '^http:' then 'main_logo_url' else '' end
  - case when changed->>'nav_logo_url' ~* '^http:' then 'nav_logo_url' else '' end;
