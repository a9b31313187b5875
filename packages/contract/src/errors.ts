import { accessErrors } from './access.names.ts';
import { activityLogErrors } from './activity-log.names.ts';
import { activityStreamErrors } from './activity-streams.names.ts';
import { apiTokenErrors } from './api-tokens.names.ts';
import { authErrors } from './auth.names.ts';
import { authKeyErrors } from './auth-keys.names.ts';
import { deliveryErrors } from './delivery.names.ts';
import { deviceErrors } from './devices.names.ts';
import { directorySyncErrors } from './directory-sync.names.ts';
import { edgeErrors } from './edges.names.ts';
import { enrollmentErrors } from './enrollment.names.ts';
import { gatewayErrors } from './gateways.names.ts';
import { groupErrors } from './groups.names.ts';
import { homeErrors } from './home.names.ts';
import { identityProviderErrors } from './identity-providers.names.ts';
import { ldapErrors } from './ldap.names.ts';
import { ldapExportErrors } from './ldap-export.names.ts';
import { licenceErrors } from './licence.names.ts';
import { locationImportErrors } from './location-import.names.ts';
import { locationMfaErrors } from './location-mfa.names.ts';
import { locationErrors } from './locations.names.ts';
import { mailErrors } from './mail.names.ts';
import { mfaErrors } from './mfa.names.ts';
import { notificationErrors } from './notifications.names.ts';
import { openidAppErrors } from './openid-apps.names.ts';
import { requestErrors } from './request.names.ts';
import { scimErrors } from './scim.names.ts';
import { settingsErrors } from './settings.names.ts';
import { setupErrors } from './setup.names.ts';
import { snatErrors } from './snat.names.ts';
import { supportErrors } from './support.names.ts';
import { trafficErrors } from './traffic.names.ts';
import { userErrors } from './users.names.ts';
import { webhookErrors } from './webhooks.names.ts';
import { yubikeyErrors } from './yubikeys.names.ts';

/**
 * HTTP status of every error that a caller can receive, unless an endpoint overrides it in its `errorStatus`. Each
 * feature lists its errors; the console does not compile without a text for each of them in each language.
 */
export const errorStatus = {
  ...requestErrors,
  ...authErrors,
  ...mfaErrors,
  ...setupErrors,
  ...userErrors,
  ...groupErrors,
  ...settingsErrors,
  ...mailErrors,
  ...supportErrors,
  ...locationImportErrors,
  ...locationErrors,
  ...locationMfaErrors,
  ...deviceErrors,
  ...authKeyErrors,
  ...apiTokenErrors,
  ...gatewayErrors,
  ...activityLogErrors,
  ...snatErrors,
  ...trafficErrors,
  ...homeErrors,
  ...notificationErrors,
  ...accessErrors,
  ...openidAppErrors,
  ...identityProviderErrors,
  ...scimErrors,
  ...deliveryErrors,
  ...webhookErrors,
  ...activityStreamErrors,
  ...directorySyncErrors,
  ...ldapErrors,
  ...ldapExportErrors,
  ...enrollmentErrors,
  ...edgeErrors,
  ...licenceErrors,
  ...yubikeyErrors,
} as const;

export type ErrorCode = keyof typeof errorStatus;
export const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/**
 * Values for texts about the error, without secrets, SQL or stack traces. `field` is the invalid field of the request.
 */
export type ErrorDetails = { readonly field?: string } & Readonly<Record<string, string | number | boolean>>;

/**
 * An error that is returned to the caller. Any other thrown error is a bug and is answered with 500 without details.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(code, options);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}
