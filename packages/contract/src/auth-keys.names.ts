/** Errors that a caller can receive, with their HTTP statuses. */
export const authKeyErrors = {
  auth_key_not_found: 404,
  auth_key_taken: 409,
  auth_key_limit_reached: 409,
  auth_key_of_yubikey: 400,
  group_keys_too_large: 422,
  private_key_refused: 400,
  ssh_key_invalid: 400,
  ssh_key_certificate: 400,
  ssh_key_weak: 400,
  gpg_key_invalid: 400,
  gpg_key_unsupported: 400,
  gpg_key_unusable: 400,
} as const;

/** Messages for API clients. */
export const authKeyErrorMessages = {
  auth_key_not_found: 'Key not found',
  auth_key_taken: 'The user already has this key',
  auth_key_limit_reached: 'The user has reached the limit of keys; delete unused ones',
  auth_key_of_yubikey: 'The key is on a YubiKey; rename or delete the YubiKey',
  group_keys_too_large: 'The keys of the group are more than 4 MiB; ask for those of one user in the group',
  private_key_refused: 'This is a private key, which must be kept secret. Create a new pair and add its public key',
  ssh_key_invalid: 'The key is not a single line with a public key in OpenSSH format',
  ssh_key_certificate: 'Certificates are not accepted; add the public key of the certificate',
  ssh_key_weak: 'The key is too weak: RSA keys need 2048 bits, and DSA keys are not accepted',
  gpg_key_invalid: 'The key is not the armored block of one OpenPGP public key',
  gpg_key_unsupported: 'The OpenPGP key has an algorithm, a size or a number of signatures that is not accepted',
  gpg_key_unusable: 'The OpenPGP key has expired, was revoked or is not signed by itself',
} as const satisfies Record<keyof typeof authKeyErrors, string>;

/** Events of the activity log. */
export const authKeyActivity = [
  'authentication_key_added',
  'authentication_key_removed',
  'authentication_key_renamed',
  'authentication_key_restored',
] as const;
