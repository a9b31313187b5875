import type { EditAccessRule } from '@gatewarden/contract/access';

/** A rule about HTTPS to one address in every location; it names no source. */
export const accessRule = (changes: Partial<EditAccessRule> = {}): EditAccessRule => ({
  name: 'Intranet',
  all_networks: true,
  networks: [],
  enabled: true,
  expires: null,
  priority: 0,
  allow_all_users: false,
  deny_all_users: false,
  allow_all_network_devices: false,
  deny_all_network_devices: false,
  allowed_users: [],
  denied_users: [],
  allowed_groups: [],
  denied_groups: [],
  allowed_devices: [],
  denied_devices: [],
  destination: '10.0.5.9',
  aliases: [],
  ports: '443',
  protocols: [6],
  ...changes,
});
