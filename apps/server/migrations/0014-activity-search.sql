-- What the activity log is searched in: small letters, with all that trigrams would leave out written in capitals, of
-- which there are no others. Dots and colons, so that a part of an address is a word; and what is no ASCII, each
-- character as Z and six letters, because databases differ in which of it they take for letters.
create function search_key(value text) returns text immutable parallel safe language plpgsql as $$
declare
  small text := translate(lower(value), '.:', 'XY');
begin
  if octet_length(small) = length(small) then return small; end if;
  return (
    select string_agg(case when ascii(character) < 128 then character
        else 'Z' || translate(lpad(to_hex(ascii(character)), 6, '0'), '0123456789abcdef', 'ABCDEFGHIJKLMNOP') end, '' order by place)
      from regexp_split_to_table(small, '') with ordinality as each (character, place));
end $$;

-- Since PostgreSQL 17 the letters of all languages become small whatever the database's locale; before, those it knows.
do $$ begin
  if exists (select from pg_collation where collname = 'pg_c_utf8') then
    execute replace(pg_get_functiondef('search_key(text)'::regprocedure), 'lower(value)', 'lower(value collate "pg_c_utf8")');
  end if;
end $$;

-- Each field follows a line end, so that the beginning of each is the beginning of a word.
alter table activity_entry drop column searchable;
alter table activity_entry add column searchable text not null generated always as
  (search_key(E'\n' || coalesce(username, '') || E'\n' || coalesce(location, '') || E'\n' || coalesce(host(ip), '') || E'\n' || module
    || E'\n' || event || E'\n' || coalesce(device, '') || E'\n' || coalesce(description, ''))) stored;

-- As in 0009: a server that lacks pg_trgm searches without an index.
do $$ begin
  create index activity_entry_searchable on activity_entry using gin (searchable gin_trgm_ops);
exception when undefined_object then
  raise notice 'pg_trgm is not there: the activity log is searched without an index';
end $$;
