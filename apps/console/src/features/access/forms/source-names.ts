/** Fields of which a rule needs one. */
export const sourceNames = [
  ...(['allow_all_users', 'deny_all_users', 'allow_all_network_devices', 'deny_all_network_devices'] as const),
  ...(['allowed_users', 'denied_users', 'allowed_groups', 'denied_groups'] as const),
  ...(['allowed_devices', 'denied_devices'] as const),
];

/** Name of the error of a rule that names no source; there is no field of this name. */
export const sourcesField = 'sources';
