-- When the user last signed in: sessions end, and entries of the activity log are deleted after a time.
alter table "user" add column last_sign_in_at timestamptz;
update "user" u set last_sign_in_at = latest.at
from (select user_id, max(at) as at from activity_entry where event in ('user_login', 'user_mfa_login', 'recovery_code_used') group by user_id) latest
where latest.user_id = u.id;
