-- Since when only an administrator can switch the device on again, replace its key or delete it. Set when its owner is
-- stopped, for devices that were added or got another key shortly before.
alter table device add column suspended_at timestamptz;
-- When its key was replaced last; null: it has the key that it was added with.
alter table device add column key_changed_at timestamptz;
