import { accessCalls } from './access-calls.ts';
import { activityLogCalls } from './activity-log-calls.ts';
import { activityStreamCalls } from './activity-stream-calls.ts';
import { apiTokenCalls } from './api-token-calls.ts';
import { authCalls } from './auth-calls.ts';
import { authKeyCalls } from './auth-key-calls.ts';
import type { CallRow } from './call-example.ts';
import { connectCalls } from './connect-calls.ts';
import { directorySyncCalls } from './directory-sync-calls.ts';
import { edgeCalls } from './edge-calls.ts';
import { emergencyStopCalls } from './emergency-stop-calls.ts';
import { enrollmentCalls } from './enrollment-calls.ts';
import { forwardAuthCalls } from './forward-auth-calls.ts';
import { groupCalls } from './group-calls.ts';
import { historyCalls } from './history-calls.ts';
import { homeCalls } from './home-calls.ts';
import { identityProviderCalls } from './identity-provider-calls.ts';
import { infoCalls } from './info-calls.ts';
import { ldapExportCalls } from './ldap-export-calls.ts';
import { logCheckpointCalls } from './log-checkpoint-calls.ts';
import { mailCodeCalls } from './mail-code-calls.ts';
import { manyUsersCalls } from './many-users-calls.ts';
import { networkCalls } from './network-calls.ts';
import { notificationCalls } from './notification-calls.ts';
import { openidAppCalls } from './openid-app-calls.ts';
import { preferenceCalls } from './preference-calls.ts';
import { scimCalls } from './scim-calls.ts';
import { securityKeyCalls } from './security-key-calls.ts';
import { settingsCalls } from './settings-calls.ts';
import { setupCalls } from './setup-calls.ts';
import { userCalls } from './user-calls.ts';
import { webhookCalls } from './webhook-calls.ts';
import { yubikeyCalls } from './yubikey-calls.ts';

/**
 * Every call of the API, with its access and an example that succeeds. A routed call without a row fails the role
 * matrix, so each new call gets a row and with it tests of rights, bad input and events.
 */
export const calls: Readonly<Record<string, CallRow>> = {
  ...authCalls,
  ...setupCalls,
  ...userCalls,
  ...manyUsersCalls,
  ...enrollmentCalls,
  ...preferenceCalls,
  ...groupCalls,
  ...securityKeyCalls,
  ...mailCodeCalls,
  ...authKeyCalls,
  ...apiTokenCalls,
  ...forwardAuthCalls,
  ...openidAppCalls,
  ...networkCalls,
  ...connectCalls,
  ...accessCalls,
  ...emergencyStopCalls,
  ...activityLogCalls,
  ...logCheckpointCalls,
  ...historyCalls,
  ...settingsCalls,
  ...scimCalls,
  ...webhookCalls,
  ...activityStreamCalls,
  ...edgeCalls,
  ...directorySyncCalls,
  ...ldapExportCalls,
  ...homeCalls,
  ...notificationCalls,
  ...infoCalls,
  ...identityProviderCalls,
  ...yubikeyCalls,
};
