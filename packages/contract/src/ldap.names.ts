/** Errors that a caller can receive, with their HTTP statuses. */
export const ldapErrors = {
  ldap_incomplete: 400,
  ldap_starttls_with_ldaps: 400,
  ldap_name_invalid: 400,
  ldap_filter_invalid: 400,
  ldap_certificate_invalid: 400,
  ldap_bind_password_needed: 400,
  directory_unavailable: 503,
} as const;

/** Messages for API clients. */
export const ldapErrorMessages = {
  ldap_incomplete: 'LDAP needs a server, a service account with its password, and the search bases',
  ldap_starttls_with_ldaps: 'StartTLS is for ldap:// addresses; ldaps:// is encrypted already',
  ldap_name_invalid: 'This is not a distinguished name, such as ou=users,dc=example,dc=org',
  ldap_filter_invalid: 'This is not an LDAP filter, such as (department=IT)',
  ldap_certificate_invalid: 'This is not a certificate in PEM format',
  ldap_bind_password_needed: 'The saved password is that of the previous LDAP server; send the password of the new one',
  directory_unavailable: 'The directory that checks passwords does not answer. Try again later',
} as const satisfies Record<keyof typeof ldapErrors, string>;
