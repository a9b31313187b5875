/**
 * What of the console's knowledge became stale; a topic is the first element of its query keys. Sent as server-sent
 * events `stale` on `GET /events`, to administrators for everything, to others for what is their own.
 */
export const staleTopics = [
  'me',
  'users',
  'groups',
  'settings',
  'locations',
  'devices',
  'gateways',
  'traffic',
  'auth-keys',
  'api-tokens',
  'activity',
  'notices',
] as const;
