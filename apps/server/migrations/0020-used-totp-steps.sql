-- The steps of the codes that were accepted, the newest last, in place of the last one alone: after the clock was set back a
-- code that was used is still refused, and one that was not is accepted.
alter table mfa add column totp_used_steps bigint[] not null default '{}';
update mfa set totp_used_steps = array[totp_last_step] where totp_last_step is not null;
alter table mfa drop column totp_last_step;
