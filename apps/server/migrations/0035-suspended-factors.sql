-- When the authenticator app was confirmed, and when the recovery codes were made. Null: before this migration.
alter table mfa add column totp_added_at timestamptz;
alter table recovery_code add column created_at timestamptz;
-- Since when sign-in asks for a second factor although none is left, because an emergency stop removed an authenticator app
-- that was added shortly before; null: it asks as long as there is one. Cleared by an administrator who resets the factors.
alter table mfa add column suspended_at timestamptz;
-- What the stop removed was added then; shown to administrators.
alter table mfa add column suspended_added_at timestamptz;
