import { activityLogActivity } from './activity-log.names.ts';
import { apiTokenActivity } from './api-tokens.names.ts';
import { authActivity } from './auth.names.ts';
import { authKeyActivity } from './auth-keys.names.ts';
import { deviceActivity } from './devices.names.ts';
import { emergencyStopActivity } from './emergency-stop.names.ts';
import { gatewayActivity } from './gateways.names.ts';
import { groupActivity } from './groups.names.ts';
import { historyActivity } from './history.names.ts';
import { locationActivity } from './locations.names.ts';
import { mailActivity } from './mail.names.ts';
import { mfaActivity } from './mfa.names.ts';
import { preferenceActivity } from './preferences.names.ts';
import { settingsActivity } from './settings.names.ts';
import { trafficActivity } from './traffic.names.ts';
import { userActivity } from './users.names.ts';

/** In the order in which the list sorts them. */
export const activityModules = ['gatewarden', 'client', 'vpn', 'enrollment'] as const;

/** Interface reference §10.3, for features that do not exist yet. */
const plannedActivity = [
  'activity_log_stream_created',
  'activity_log_stream_removed',
  'activity_log_stream_modified',
  'open_id_app_added',
  'open_id_app_removed',
  'open_id_app_modified',
  'open_id_app_state_changed',
  'open_id_provider_modified',
  'open_id_provider_removed',
  'web_hook_added',
  'web_hook_removed',
  'web_hook_modified',
  'web_hook_state_changed',
  'password_reset',
  'client_configuration_token_added',
  'user_snat_binding_added',
  'user_snat_binding_removed',
  'user_snat_binding_modified',
  'vpn_client_connected_mfa',
  'vpn_client_disconnected_mfa',
  'vpn_client_mfa_failed',
  'enrollment_token_added',
  'enrollment_started',
  'enrollment_completed',
  'enrollment_device_added',
  'password_reset_requested',
  'password_reset_started',
  'password_reset_completed',
] as const;

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
  ...trafficActivity,
  ...emergencyStopActivity,
  ...historyActivity,
  ...activityLogActivity,
  ...plannedActivity,
] as const;
