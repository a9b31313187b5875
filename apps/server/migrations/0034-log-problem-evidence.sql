-- The checkpoint that the log contradicts, as the core that found it has it in its data folder, sealed under the instance key: so that
-- every core can verify the log against it. Null where the copy could not be read, or nothing outside of the database was needed.
alter table activity_problem add column evidence bytea;
