/** Errors that a caller can receive, with their HTTP statuses. */
export const deviceErrors = {
  device_not_found: 404,
  device_suspended: 409,
  device_limit_reached: 409,
  device_name_taken: 409,
  public_key_invalid: 400,
  public_key_taken: 409,
  public_key_of_location: 400,
  device_management_restricted: 403,
  client_activation_only: 403,
  undo_expired: 404,
  device_address_unavailable: 400,
  enrollment_token_invalid: 401,
  poll_token_invalid: 403,
  edge_disabled: 409,
} as const;

/** Messages for API clients. */
export const deviceErrorMessages = {
  device_not_found: 'Device not found',
  device_suspended: 'An emergency stop suspended the device; only an administrator can restore or delete it',
  device_limit_reached: 'The user has reached the limit of devices; `details.limit` has the number',
  device_name_taken: 'The owner already has a device of this name',
  public_key_invalid: 'The key is not base64 of 32 bytes',
  public_key_taken: 'The public key is already in use',
  public_key_of_location: 'The public key belongs to a location',
  device_management_restricted: 'Only administrators can manage devices',
  client_activation_only: 'Devices can be added only with the desktop client',
  device_address_unavailable:
    'The address in `details.address` is not free in a network of the location, or another one of its network is listed',
  enrollment_token_invalid: 'The token is unknown, expired or already used',
  poll_token_invalid: 'The token is unknown: the device was deleted, or its client has another token',
  edge_disabled:
    'Core does not listen for clients of devices: GATEWARDEN_EDGE_PORT is off, or another program uses the port',
  undo_expired: 'This session removed nothing of this kind in the last two minutes, or restored it already',
} as const satisfies Record<keyof typeof deviceErrors, string>;

/** Events of the activity log. */
export const deviceActivity = [
  'device_added',
  'device_removed',
  'device_modified',
  'device_switched_on',
  'device_restored',
  'device_auth_key_set',
  'network_device_added',
  'network_device_removed',
  'network_device_modified',
  'network_device_token_added',
] as const;
