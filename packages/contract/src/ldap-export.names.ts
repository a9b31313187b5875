/** Errors that a caller can receive, with their HTTP statuses. */
export const ldapExportErrors = {
  ldap_export_off: 409,
} as const;

/** Messages for API clients. */
export const ldapExportErrorMessages = {
  ldap_export_off:
    'Nothing is written to the directory: LDAP and its synchronization must be on, and the directory must not decide',
} as const satisfies Record<keyof typeof ldapExportErrors, string>;

/** Events of the activity log. */
export const ldapExportActivity = [
  'ldap_export_requested',
  'ldap_export_taken_over',
  'ldap_export_compared',
  'ldap_export_refused',
  'ldap_export_failed',
] as const;

/**
 * Why the directory does not have the current state of a user or group.
 * - `name_taken`: an entry of this name exists that this instance does not manage. It is never changed.
 * - `missing`: the search base does not exist, or the service account cannot see the entry.
 * - `schema`: object classes and attributes do not fit together.
 * - `value`: the directory does not allow a value, such as an email address with special characters.
 * - `constraint`: a rule of the directory.
 * - `password`: the directory does not accept the password, usually by its rules for passwords.
 * - `permission`: the service account may not do this.
 * - `not_leaf`: the entry cannot be deleted because there are others below it.
 * - `encryption`: the directory accepts passwords only over an encrypted connection.
 */
export const exportProblemReasons = [
  'name_taken',
  'missing',
  'schema',
  'value',
  'constraint',
  'password',
  'permission',
  'not_leaf',
  'encryption',
  'other',
] as const;
