/** Errors that a caller can receive, with their HTTP statuses. */
export const snatErrors = {
  snat_binding_not_found: 404,
  snat_binding_exists: 409,
  public_ip_invalid: 422,
} as const;

/** Messages for API clients. */
export const snatErrorMessages = {
  snat_binding_not_found: 'The user has no public address in this location',
  snat_binding_exists: 'The user already has a public address in this location',
  public_ip_invalid: 'Unprocessable entity: `public_ip` is not an address that a gateway could send from',
} as const satisfies Record<keyof typeof snatErrors, string>;

/** Events of the activity log. */
export const snatActivity = [
  'user_snat_binding_added',
  'user_snat_binding_removed',
  'user_snat_binding_modified',
] as const;
