import type { ErrorCode } from '@gatewarden/contract/errors';
import type { EdgeError } from '../../platform/http/edge-calls.ts';

/** Statuses and texts of wire §13.2 and §18. */
export const enrollmentEdgeErrors: Readonly<Partial<Record<ErrorCode, EdgeError>>> = {
  enrollment_token_invalid: { status: 401, text: 'invalid token', isGuess: true },
  enrollment_token_expired: { status: 401, text: 'token expired' },
  enrollment_token_of_other_kind: { status: 403, text: 'invalid token' },
  enrollment_session_ended: { status: 401, text: 'the session has ended', isGuess: true },
  already_enrolled: { status: 400, text: 'the account already has a password' },
  phone_invalid: { status: 400, text: 'invalid phone number' },
  password_weak: { status: 400, text: 'password not strong enough' },
  managed_elsewhere: { status: 400, text: 'the directory has the password of the account' },
  rate_limited: { status: 429, text: 'too many requests' },
  user_disabled: { status: 403, text: 'the account is disabled' },
  user_not_found: { status: 403, text: 'the account does not exist' },
  second_factor_exists: { status: 400, text: 'the account has a second factor' },
  code_wrong: { status: 400, text: 'invalid code' },
  smtp_not_configured: { status: 500, text: 'no mail server is configured' },
  mail_delayed: { status: 500, text: 'the mail server does not accept mails' },
  mail_code_too_soon: { status: 429, text: 'a code was already sent' },
  device_suspended: { status: 403, text: 'the device is suspended' },
  module_disabled: { status: 403, text: 'the VPN is switched off' },
  public_key_invalid: { status: 400, text: 'invalid public key' },
  public_key_of_location: { status: 400, text: 'the public key belongs to a location' },
  public_key_taken: { status: 400, text: 'the public key is already in use' },
  device_not_found: { status: 400, text: 'the device does not exist' },
  device_name_taken: { status: 400, text: 'a device of this name exists' },
  device_name_missing: { status: 400, text: 'the device needs a name' },
  device_limit_reached: { status: 400, text: 'the account has the largest number of devices' },
  no_location: { status: 400, text: 'there is no location' },
  address_pool_exhausted: { status: 400, text: 'a location has no free address' },
  device_management_restricted: { status: 403, text: 'only administrators add devices' },
};
