import { accessErrorMessages } from './access.names.ts';
import { activityLogErrorMessages } from './activity-log.names.ts';
import { activityStreamErrorMessages } from './activity-streams.names.ts';
import { apiTokenErrorMessages } from './api-tokens.names.ts';
import { authErrorMessages } from './auth.names.ts';
import { authKeyErrorMessages } from './auth-keys.names.ts';
import { deliveryErrorMessages } from './delivery.names.ts';
import { deviceErrorMessages } from './devices.names.ts';
import { directorySyncErrorMessages } from './directory-sync.names.ts';
import { edgeErrorMessages } from './edges.names.ts';
import { enrollmentErrorMessages } from './enrollment.names.ts';
import type { ErrorCode } from './errors.ts';
import { gatewayErrorMessages } from './gateways.names.ts';
import { groupErrorMessages } from './groups.names.ts';
import { homeErrorMessages } from './home.names.ts';
import { identityProviderErrorMessages } from './identity-providers.names.ts';
import { ldapErrorMessages } from './ldap.names.ts';
import { ldapExportErrorMessages } from './ldap-export.names.ts';
import { licenceErrorMessages } from './licence.names.ts';
import { locationImportErrorMessages } from './location-import.names.ts';
import { locationMfaErrorMessages } from './location-mfa.names.ts';
import { locationErrorMessages } from './locations.names.ts';
import { mailErrorMessages } from './mail.names.ts';
import { mfaErrorMessages } from './mfa.names.ts';
import { notificationErrorMessages } from './notifications.names.ts';
import { openidAppErrorMessages } from './openid-apps.names.ts';
import { requestErrorMessages } from './request.names.ts';
import { scimErrorMessages } from './scim.names.ts';
import { settingsErrorMessages } from './settings.names.ts';
import { setupErrorMessages } from './setup.names.ts';
import { snatErrorMessages } from './snat.names.ts';
import { supportErrorMessages } from './support.names.ts';
import { trafficErrorMessages } from './traffic.names.ts';
import { userErrorMessages } from './users.names.ts';
import { webhookErrorMessages } from './webhooks.names.ts';
import { yubikeyErrorMessages } from './yubikeys.names.ts';

/** Messages for API clients; the console shows translated texts instead. */
export const errorMessage: Readonly<Record<ErrorCode, string>> = {
  ...requestErrorMessages,
  ...authErrorMessages,
  ...mfaErrorMessages,
  ...setupErrorMessages,
  ...userErrorMessages,
  ...groupErrorMessages,
  ...settingsErrorMessages,
  ...mailErrorMessages,
  ...supportErrorMessages,
  ...locationImportErrorMessages,
  ...locationErrorMessages,
  ...locationMfaErrorMessages,
  ...deviceErrorMessages,
  ...authKeyErrorMessages,
  ...apiTokenErrorMessages,
  ...gatewayErrorMessages,
  ...activityLogErrorMessages,
  ...snatErrorMessages,
  ...trafficErrorMessages,
  ...homeErrorMessages,
  ...notificationErrorMessages,
  ...accessErrorMessages,
  ...openidAppErrorMessages,
  ...identityProviderErrorMessages,
  ...scimErrorMessages,
  ...deliveryErrorMessages,
  ...webhookErrorMessages,
  ...yubikeyErrorMessages,
  ...activityStreamErrorMessages,
  ...directorySyncErrorMessages,
  ...ldapErrorMessages,
  ...ldapExportErrorMessages,
  ...enrollmentErrorMessages,
  ...edgeErrorMessages,
  ...licenceErrorMessages,
};
