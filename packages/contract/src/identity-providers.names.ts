/** Errors that a caller can receive, with their HTTP statuses. */
export const identityProviderErrors = {
  openid_provider_not_found: 404,
  openid_provider_name_taken: 409,
  openid_provider_limit_reached: 409,
  openid_provider_name_invalid: 422,
  openid_base_url_invalid: 422,
  openid_base_url_placeholder: 400,
  openid_base_url_refused: 400,
  openid_secret_needed: 400,
  openid_directory_incomplete: 400,
  openid_google_key_invalid: 400,
  openid_okta_key_invalid: 400,
  openid_provider_unreachable: 502,
  openid_answer_invalid: 502,
  openid_state_invalid: 400,
  openid_code_refused: 400,
  openid_sign_in_stale: 403,
  openid_email_missing: 403,
  openid_name_missing: 403,
  openid_account_unknown: 403,
  openid_account_disabled: 403,
  openid_account_exists: 409,
  openid_username_unavailable: 409,
  openid_second_factor_needed: 403,
  external_identity_not_found: 404,
  external_identity_taken: 409,
  external_identity_exists: 409,
  external_identity_last_credential: 409,
} as const;

/** Messages for API clients. */
export const identityProviderErrorMessages = {
  openid_provider_not_found: 'OpenID provider not found',
  openid_provider_name_taken: 'Another OpenID provider has this name',
  openid_provider_limit_reached: 'The instance has the maximum number of OpenID providers; delete unused ones',
  openid_provider_name_invalid:
    'The name must start with a letter or digit and contain only letters, digits, spaces, dots, hyphens and underscores, 64 characters at most',
  openid_base_url_invalid: 'The address of the provider must start with https:// and have no query or fragment',
  openid_base_url_placeholder: 'The address of the provider still contains a placeholder; replace COMPANY or TENANT',
  openid_base_url_refused:
    'The address of the provider must be https, and must name one tenant; http is allowed for hosts in GATEWARDEN_OUTBOUND_ALLOW',
  openid_secret_needed: 'Enter the client secret; it is needed for a new provider and for another address',
  openid_directory_incomplete: 'Directory sync needs its credentials; enter them, or turn off directory sync',
  openid_google_key_invalid:
    'The key of the service account must be the JSON file from Google Cloud with private_key and client_email, or its private key in PEM',
  openid_okta_key_invalid: 'The key must be a private JWK: JSON with kty (RSA or EC) and the private part d',
  openid_provider_unreachable: 'The OpenID provider cannot be reached',
  openid_answer_invalid: 'The answer of the OpenID provider is not valid',
  openid_state_invalid: 'This sign-in has expired, was already used or began in another browser; start again',
  openid_code_refused: 'The OpenID provider refused the sign-in; start again',
  openid_sign_in_stale: 'The OpenID provider accepted an earlier sign-in; sign in there again, or ask an administrator',
  openid_email_missing: 'The OpenID provider did not report an email address, or reported that it is not verified',
  openid_name_missing: 'The OpenID provider did not report a name',
  openid_account_unknown: 'There is no account for this sign-in; ask an administrator to create one',
  openid_account_disabled: 'The account is disabled',
  openid_account_exists:
    'There is already an account with this email address; sign in to it and link the provider in the profile',
  openid_username_unavailable: 'The username that the provider reports is taken or not allowed; ask an administrator',
  openid_second_factor_needed: 'The account has a second factor; sign in at the console, and add the device there',
  external_identity_not_found: 'Linked sign-in not found',
  external_identity_taken: 'This account at the provider is linked to another user',
  external_identity_exists:
    'Your account is already linked to another account at this provider; remove that link first',
  external_identity_last_credential: 'The user could no longer sign in; a password or a passkey is needed first',
} as const satisfies Record<keyof typeof identityProviderErrors, string>;

/** Events of the activity log. */
export const identityProviderActivity = [
  'open_id_provider_modified',
  'open_id_provider_removed',
  'external_identity_linked',
  'external_identity_unlinked',
] as const;
