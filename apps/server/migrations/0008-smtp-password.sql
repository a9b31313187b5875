-- Encrypted under the instance key, and so apart from what is read as text.
alter table settings add column smtp_password bytea;
