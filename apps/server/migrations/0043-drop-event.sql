-- Nothing reads the table: listeners write what must be stored, and replicas are notified after commit.
drop table event;
