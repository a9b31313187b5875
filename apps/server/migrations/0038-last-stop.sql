-- The page of a disabled user asks for the last stop and for what enabled the account since: one entry of each is read,
-- however long the log is.
create index activity_entry_stopped_user on activity_entry ((metadata->'user'->>'id'), id) where event = 'user_stopped';
create index activity_entry_modified_user on activity_entry ((metadata->'after'->>'id'), id) where event = 'user_modified';
