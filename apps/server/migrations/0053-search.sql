-- What objects are searched in: small letters without accents. Lists capitals too: before PostgreSQL 17, not every
-- database knows their small letters.
create function search_text(value text) returns text immutable parallel safe language sql as $$
  select translate(lower(value), 'ÀÁÂÃÄÅĀĂĄÇĆČĎĐÐÈÉÊËĒĖĘĚĞĢÌÍÎÏĪĮİĶĹĻĽŁÑŃŅŇÒÓÔÕÖØŌŐŔŘŚŞŠȘŢŤȚÙÚÛÜŪŮŰŲÝŸŹŻŽàáâãäåāăąçćčďđðèéêëēėęěğģìíîïīįıķĺļľłñńņňòóôõöøōőŕřśşšșţťțùúûüūůűųýÿźżž',
    'aaaaaaaaacccdddeeeeeeeeggiiiiiiikllllnnnnoooooooorrsssstttuuuuuuuuyyzzzaaaaaaaaacccdddeeeeeeeeggiiiiiiikllllnnnnoooooooorrsssstttuuuuuuuuyyzzz')
$$;

-- As in 0014: since PostgreSQL 17 the letters of all languages become small whatever the database's locale.
do $$ begin
  if exists (select from pg_collation where collname = 'pg_c_utf8') then
    execute replace(pg_get_functiondef('search_text(text)'::regprocedure), 'lower(value)', 'lower(value collate "pg_c_utf8")');
  end if;
end $$;

-- Stored, because the conversion of 10 000 names takes longer than a search may; reading all of them takes 5 ms, so no
-- index is needed. Each name is between line ends. A user is found by the full name in either order, with and without a
-- blank between its parts.
alter table "user" add column searchable text not null generated always as
  (search_text(E'\n' || username || E'\n' || first_name || ' ' || last_name || E'\n' || last_name || first_name || E'\n'
    || email || E'\n')) stored;
alter table "group" add column searchable text not null generated always as (search_text(E'\n' || name || E'\n')) stored;
alter table location add column searchable text not null generated always as (search_text(E'\n' || name || E'\n')) stored;
alter table device add column searchable text not null generated always as (search_text(E'\n' || name || E'\n')) stored;
