-- Kinds of browsers in which somebody signed in, such as "Firefox, Linux"; '' are all those that are not known. The owner
-- of the account is mailed when there is a new one.
create table known_browser (
  user_id integer not null references "user" on delete cascade,
  name text not null,
  primary key (user_id, name)
);
