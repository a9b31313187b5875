import * as access from '../features/access/module.ts';
import * as activityLog from '../features/activity-log/module.ts';
import * as activityStreams from '../features/activity-streams/module.ts';
import * as apiTokens from '../features/api-tokens/module.ts';
import * as auth from '../features/auth/module.ts';
import * as authKeys from '../features/auth-keys/module.ts';
import * as components from '../features/components/module.ts';
import * as devices from '../features/devices/module.ts';
import * as directorySync from '../features/directory-sync/module.ts';
import * as edges from '../features/edges/module.ts';
import * as emergencyStop from '../features/emergency-stop/module.ts';
import * as enrollment from '../features/enrollment/module.ts';
import * as gateways from '../features/gateways/module.ts';
import * as groups from '../features/groups/module.ts';
import * as home from '../features/home/module.ts';
import * as identityProviders from '../features/identity-providers/module.ts';
import * as identitySources from '../features/identity-sources/module.ts';
import * as ldapExport from '../features/ldap-export/module.ts';
import * as licence from '../features/licence/module.ts';
import * as locationMfa from '../features/location-mfa/module.ts';
import * as locations from '../features/locations/module.ts';
import * as mfa from '../features/mfa/module.ts';
import * as networkDevices from '../features/network-devices/module.ts';
import * as notices from '../features/notices/module.ts';
import * as notifications from '../features/notifications/module.ts';
import * as openidApps from '../features/openid-apps/module.ts';
import * as preferences from '../features/preferences/module.ts';
import * as profile from '../features/profile/module.ts';
import * as scim from '../features/scim/module.ts';
import * as search from '../features/search/module.ts';
import * as serverCertificate from '../features/server-certificate/module.ts';
import * as sessions from '../features/sessions/module.ts';
import * as settings from '../features/settings/module.ts';
import * as setup from '../features/setup/module.ts';
import * as snat from '../features/snat/module.ts';
import * as support from '../features/support/module.ts';
import * as traffic from '../features/traffic/module.ts';
import * as trafficHistory from '../features/traffic-history/module.ts';
import * as updates from '../features/updates/module.ts';
import * as users from '../features/users/module.ts';
import * as webhooks from '../features/webhooks/module.ts';
import * as yubikeys from '../features/yubikeys/module.ts';

/** Every feature of the console, in the order in which navigation and tabs list them. */
export const modules = [
  auth,
  setup,
  profile,
  preferences,
  home,
  traffic,
  gateways,
  locations,
  locationMfa,
  snat,
  access,
  users,
  devices,
  trafficHistory,
  networkDevices,
  groups,
  identitySources,
  authKeys,
  apiTokens,
  sessions,
  mfa,
  emergencyStop,
  activityLog,
  openidApps,
  webhooks,
  yubikeys,
  settings,
  updates,
  support,
  enrollment,
  identityProviders,
  scim,
  directorySync,
  edges,
  ldapExport,
  activityStreams,
  licence,
  search,
  serverCertificate,
  notices,
  notifications,
  components,
] as const;
