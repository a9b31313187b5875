-- Whether the activity log has an entry on the present difference, which a repair did not end.
alter table gateway add column drift_logged boolean not null default false;
