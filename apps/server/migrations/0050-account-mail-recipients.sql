-- All addresses to which emails that wait would have been sent: the address may change several times within the hour.
alter table account_mail
  alter column recipient type text[] using case when recipient is null then '{}' else array[recipient] end,
  alter column recipient set default '{}',
  alter column recipient set not null;
alter table account_mail rename column recipient to recipients;
