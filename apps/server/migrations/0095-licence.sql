-- What core knows about the license apart from the key, which is 'license' in `secret`, owned by the instance. One row.
create table licence (
  id integer primary key default 1 check (id = 1),
  -- the latest time that a core has seen: a clock that is set back must not prolong a license
  latest_at timestamptz,
  -- as of the last check, to notice changes; null: never checked
  state text check (
    state in ('not_needed', 'none', 'active', 'grace', 'expired', 'limits_exceeded', 'invalid')
  ),
  are_features_enabled boolean,
  renewal_attempted_at timestamptz,
  -- null: the last attempt was successful
  renewal_error text
);
insert into licence default values;
