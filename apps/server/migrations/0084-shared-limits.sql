-- Limits of what strangers send, held across all cores and edges. Unlogged: a crash of the database only resets the limits. A
-- row says when the limit of its key is unused again; then it has no effect.
create unlogged table shared_limit (
  key text primary key,
  full_at timestamptz not null
) with (fillfactor = 70);
