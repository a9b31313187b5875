/** What an application can ask for. `offline_access` lets it renew its access after the user signed out. */
export const appScopes = ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access'] as const;
export type AppScope = (typeof appScopes)[number];

/** Limits of an application. */
export const appLimits = {
  redirectUris: 32,
  groups: 100,
  claims: 16,
  accessTokenMinutes: { min: 1, max: 1440, default: 60 },
  refreshTokenDays: { min: 1, max: 365, default: 30 },
  signInAgeMinutes: { min: 1, max: 43_200 },
  secretOverlapHours: { max: 720, default: 24 },
} as const;

/** Errors that a caller can receive, with their HTTP statuses. */
export const openidAppErrors = {
  openid_app_not_found: 404,
  openid_app_name_taken: 409,
  openid_app_limit_reached: 409,
  openid_app_has_no_secret: 409,
  openid_app_needs_redirect: 400,
  openid_app_needs_key: 400,
  openid_redirect_invalid: 400,
  openid_claim_reserved: 400,
  openid_authorization_not_found: 404,
  openid_interaction_expired: 410,
  openid_interaction_changed: 409,
  openid_request_invalid: 400,
} as const;

/** Messages for API clients. */
export const openidAppErrorMessages = {
  openid_app_not_found: 'Application not found',
  openid_app_name_taken: 'Another application has this name',
  openid_app_limit_reached: 'The instance has reached the limit of applications; delete unused ones',
  openid_app_has_no_secret: 'This kind of application has no secret',
  openid_app_needs_redirect: 'An application that signs people in needs at least one redirect URL',
  openid_app_needs_key: 'An application that authenticates with its own key needs public keys or their address',
  openid_redirect_invalid: 'The redirect URL is invalid',
  openid_claim_reserved: 'This claim is part of the protocol and cannot be replaced',
  openid_authorization_not_found: 'The user has not authorized this application',
  openid_interaction_expired: 'This sign-in to an application has expired; start again from the application',
  openid_interaction_changed: 'This sign-in to an application has already continued, or another step comes next',
  openid_request_invalid: 'The authorization request is invalid',
} as const satisfies Record<keyof typeof openidAppErrors, string>;

/** Events of the activity log. */
export const openidAppActivity = [
  'open_id_app_added',
  'open_id_app_removed',
  'open_id_app_modified',
  'open_id_app_state_changed',
  'open_id_app_secret_rotated',
  'open_id_app_authorized',
  'open_id_app_authorization_removed',
  'open_id_keys_rotated',
] as const;
