-- 0014 made a column anew, and what the planner knew of it went with the old one; only many new entries would have it look
-- again. A table that only grows is vacuumed often here, so that pages go on being read from indexes alone.
alter table activity_entry set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
analyze activity_entry;
