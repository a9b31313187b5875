import { accessActivity } from './access.names.ts';
import { activityLogActivity } from './activity-log.names.ts';
import { activityStreamActivity } from './activity-streams.names.ts';
import { apiTokenActivity } from './api-tokens.names.ts';
import { authActivity } from './auth.names.ts';
import { authKeyActivity } from './auth-keys.names.ts';
import { deviceActivity } from './devices.names.ts';
import { directorySyncActivity } from './directory-sync.names.ts';
import { edgeActivity } from './edges.names.ts';
import { emergencyStopActivity } from './emergency-stop.names.ts';
import { enrollmentActivity } from './enrollment.names.ts';
import { gatewayActivity } from './gateways.names.ts';
import { groupActivity } from './groups.names.ts';
import { historyActivity } from './history.names.ts';
import { homeActivity } from './home.names.ts';
import { identityProviderActivity } from './identity-providers.names.ts';
import { ldapExportActivity } from './ldap-export.names.ts';
import { licenceActivity } from './licence.names.ts';
import { locationMfaActivity } from './location-mfa.names.ts';
import { locationActivity } from './locations.names.ts';
import { mailActivity } from './mail.names.ts';
import { mfaActivity } from './mfa.names.ts';
import { openidAppActivity } from './openid-apps.names.ts';
import { preferenceActivity } from './preferences.names.ts';
import { scimActivity } from './scim.names.ts';
import { serverCertificateActivity } from './server-certificate.names.ts';
import { settingsActivity } from './settings.names.ts';
import { snatActivity } from './snat.names.ts';
import { supportActivity } from './support.names.ts';
import { trafficActivity } from './traffic.names.ts';
import { updateActivity } from './updates.names.ts';
import { userActivity } from './users.names.ts';
import { webhookActivity } from './webhooks.names.ts';
import { yubikeyActivity } from './yubikeys.names.ts';

/** In the order in which the list sorts them. */
export const activityModules = ['gatewarden', 'client', 'vpn', 'enrollment'] as const;

/** Interface reference §10.3, and additional events of Gatewarden. */
export const activityEvents = [
  ...authActivity,
  ...mfaActivity,
  ...userActivity,
  ...preferenceActivity,
  ...groupActivity,
  ...settingsActivity,
  ...mailActivity,
  ...locationActivity,
  ...deviceActivity,
  ...authKeyActivity,
  ...apiTokenActivity,
  ...gatewayActivity,
  ...accessActivity,
  ...snatActivity,
  ...trafficActivity,
  ...enrollmentActivity,
  ...emergencyStopActivity,
  ...historyActivity,
  ...homeActivity,
  ...activityLogActivity,
  ...identityProviderActivity,
  ...scimActivity,
  ...directorySyncActivity,
  ...ldapExportActivity,
  ...activityStreamActivity,
  ...openidAppActivity,
  ...webhookActivity,
  ...locationMfaActivity,
  ...edgeActivity,
  ...serverCertificateActivity,
  ...supportActivity,
  ...licenceActivity,
  ...updateActivity,
  ...yubikeyActivity,
] as const;
