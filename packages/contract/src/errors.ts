import { activityLogErrors } from './activity-log.names.ts';
import { apiTokenErrors } from './api-tokens.names.ts';
import { authErrors } from './auth.names.ts';
import { authKeyErrors } from './auth-keys.names.ts';
import { deviceErrors } from './devices.names.ts';
import { gatewayErrors } from './gateways.names.ts';
import { groupErrors } from './groups.names.ts';
import { locationErrors } from './locations.names.ts';
import { mailErrors } from './mail.names.ts';
import { mfaErrors } from './mfa.names.ts';
import { requestErrors } from './request.names.ts';
import { settingsErrors } from './settings.names.ts';
import { setupErrors } from './setup.names.ts';
import { trafficErrors } from './traffic.names.ts';
import { userErrors } from './users.names.ts';

/**
 * HTTP status of every failure that a caller can be told about, unless an endpoint says otherwise in its `errorStatus`.
 * Each feature lists its own; the console has a sentence for each in each language, and does not compile without.
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
  ...locationErrors,
  ...deviceErrors,
  ...authKeyErrors,
  ...apiTokenErrors,
  ...gatewayErrors,
  ...activityLogErrors,
  ...trafficErrors,
} as const;

export type ErrorCode = keyof typeof errorStatus;
export const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/** Facts that a sentence about the failure may name: no secret, SQL or stack. `field` is the request's field at fault. */
export type ErrorDetails = { readonly field?: string } & Readonly<Record<string, string | number | boolean>>;

/** A failure that a caller can be told about. Anything else thrown is a bug and is answered 500 without detail. */
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
