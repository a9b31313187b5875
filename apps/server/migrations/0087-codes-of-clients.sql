-- Codes that clients ask for do not share the limits of those for sign-in.
alter table mail_code
  drop constraint mail_code_purpose_check,
  -- 'connect': before a device connects
  add constraint mail_code_purpose_check check (purpose in ('activation', 'sign-in', 'connect'));
