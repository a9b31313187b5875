/** Errors that a caller can receive, with their HTTP statuses. */
export const userErrors = {
  user_not_found: 404,
  username_taken: 409,
  email_taken: 409,
  username_invalid: 400,
  username_reserved: 400,
  email_invalid: 400,
  password_weak: 400,
  password_wrong: 400,
  password_changed_meanwhile: 409,
  phone_invalid: 400,
  own_account: 400,
  last_admin: 409,
  username_unknown: 422,
  user_disabled: 403,
  csv_unreadable: 400,
  csv_empty: 400,
  csv_too_large: 413,
  csv_columns_missing: 400,
  import_has_errors: 400,
  import_outdated: 409,
  managed_elsewhere: 409,
} as const;

/** Messages for API clients. */
export const userErrorMessages = {
  user_not_found: 'User not found',
  username_taken: 'The username is taken',
  email_taken: 'The email address is taken',
  username_invalid: 'A username has only letters, digits, dots, hyphens and underscores, 63 characters at most',
  username_reserved: 'The username is reserved for system accounts or API paths',
  email_invalid: 'The email address is not valid',
  password_weak:
    'A password has 8 to 128 characters, among them a lowercase and an uppercase letter, a digit and a special character',
  password_wrong: 'The current password is incorrect',
  password_changed_meanwhile: 'Another call has changed or removed the password in the meantime',
  phone_invalid: 'The phone number is not valid',
  own_account: 'Administrators cannot do this to their own account',
  last_admin: 'This would leave no active administrator',
  username_unknown: 'There is no user with this username; `details.name` has it',
  user_disabled: 'The user is disabled',
  csv_unreadable: 'The file is not valid CSV from this row on',
  csv_empty: 'The file has no rows below the column names',
  csv_too_large: 'A file can have at most 10,000 rows and 2 MB',
  csv_columns_missing: 'The first row does not contain all required columns',
  import_has_errors: 'Rows of the file have errors; no user was added',
  import_outdated: 'The effects of the import have changed since the preview; no user was added',
  managed_elsewhere: 'Another system manages this; change it there',
} as const satisfies Record<keyof typeof userErrors, string>;

/** Events of the activity log. */
export const userActivity = [
  'user_added',
  'user_removed',
  'user_modified',
  'user_groups_modified',
  'password_changed',
  'password_changed_by_admin',
  'password_removed',
] as const;
