/**
 * Data of the console that has become stale; a topic is the first element of its query keys. Sent as server-sent events
 * `stale` on `GET /events`, to administrators for all data, to other users for their own data.
 */
export const staleTopics = [
  'me',
  'users',
  'groups',
  'settings',
  'locations',
  'devices',
  'gateways',
  'access',
  'traffic',
  'auth-keys',
  'api-tokens',
  'activity',
  'notices',
  'home',
  'notifications',
  'openid-apps',
  'identity-providers',
  'scim',
  'directory-sync',
  'identity-sources',
  'edges',
  'webhooks',
  'activity-streams',
  'licence',
  'updates',
  'yubikeys',
] as const;

/**
 * Interval of the event `ping`. Proxies close connections that are idle for 30 or 60 seconds; a console that receives no event
 * for longer connects again.
 */
export const pingSeconds = 15;
