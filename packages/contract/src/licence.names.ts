/** Errors that a caller can receive, with their HTTP statuses. */
export const licenceErrors = {
  license_undecodable: 400,
  license_algorithm_refused: 400,
  license_issuer_unknown: 400,
  license_signature_invalid: 400,
  license_malformed: 400,
  license_expired: 403,
  license_clock_set_back: 403,
  license_not_needed: 403,
} as const;

/** Messages for API clients. */
export const licenceErrorMessages = {
  license_undecodable: 'This is not a license key: it is not a compact JWS',
  license_algorithm_refused: 'The license key is not signed with EdDSA',
  license_issuer_unknown: 'The license key was signed by an issuer that this build does not trust',
  license_signature_invalid: 'The signature of the license key is not valid: it was altered or is of another issuer',
  license_malformed: 'The claims of the license key are not valid; `details.claim` names the first that is not',
  license_expired: 'The license has expired',
  license_clock_set_back:
    'The license has expired according to the latest time that this instance has seen; the clock of the server was set back',
  license_not_needed: 'This build needs no license',
} as const satisfies Record<keyof typeof licenceErrors, string>;

/** Events of the activity log. */
export const licenceActivity = [
  'license_stored',
  'license_removed',
  'license_renewed',
  'license_renewal_failed',
  'license_state_changed',
  'license_clock_accepted',
] as const;
