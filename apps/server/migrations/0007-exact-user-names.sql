-- Paths, sign-ins and member lists name people exactly; the unique index is on lower(username) and serves none of them.
create index user_exact_name on "user" (username);
