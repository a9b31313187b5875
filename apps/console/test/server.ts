import { findAccessReferences } from '@gatewarden/contract/access-references';
import { listActivity } from '@gatewarden/contract/activity-log';
import { listApiTokens } from '@gatewarden/contract/api-tokens';
import { getMe, listSessions } from '@gatewarden/contract/auth';
import { listAuthKeys } from '@gatewarden/contract/auth-keys';
import { getLocationUsage } from '@gatewarden/contract/devices';
import { getLastStop, previewStop } from '@gatewarden/contract/emergency-stop';
import { listInvitations } from '@gatewarden/contract/enrollment';
import { listGroups } from '@gatewarden/contract/groups';
import { getHome } from '@gatewarden/contract/home';
import { listExternalIdentities, listSignInProviders } from '@gatewarden/contract/identity-providers';
import { listIdentitySources } from '@gatewarden/contract/identity-sources';
import { getHealth, getInfo } from '@gatewarden/contract/info';
import { getLicence } from '@gatewarden/contract/licence';
import { listLocationPeople, listLocations, listUserAccess, previewAccess } from '@gatewarden/contract/locations';
import { countRecoveryCodes } from '@gatewarden/contract/mfa';
import { listNetworkDevices } from '@gatewarden/contract/network-devices';
import { listNotices } from '@gatewarden/contract/notices';
import { countNotifications } from '@gatewarden/contract/notifications';
import { listAuthorizedApps, listLauncherApps } from '@gatewarden/contract/openid-apps';
import { getPreferences, setPreferences } from '@gatewarden/contract/preferences';
import { getEnterpriseSettings, getEssentials, type SettingsEssentials } from '@gatewarden/contract/settings';
import { getLocationStats, listLocationStats, listTopDevices, listUserConnections } from '@gatewarden/contract/traffic';
import { getOutdated, getUpdate } from '@gatewarden/contract/updates';
import type { UserInfo } from '@gatewarden/contract/users';
import { listYubikeys } from '@gatewarden/contract/yubikeys';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { apiBase } from '../src/lib/path-of.ts';
import { given } from './given.ts';
import { givenActivity } from './given-activity.ts';
import { givenLicence } from './given-licence.ts';
import { givenNetwork } from './given-network.ts';
import { respond } from './respond.ts';

/** Data that every page requests first. */
interface Session {
  me: UserInfo | undefined;
  essentials: SettingsEssentials;
}

const session: Session = { me: undefined, essentials: given.essentials() };

/** Sets the signed-in user and the instance. Handlers of a test take precedence. */
export function setSession(me: UserInfo | undefined, essentials: SettingsEssentials = given.essentials()): void {
  Object.assign(session, { me, essentials });
}

/** The mocked network; a request without a handler fails. */
export const server = setupServer(
  respond(getEssentials, () => session.essentials),
  respond(getEnterpriseSettings, {
    admin_device_management: false,
    disable_all_traffic: false,
    only_client_activation: false,
    devices_per_user: 0,
    mail_configured: true,
  }),
  respond(getLicence, givenLicence({ state: 'not_needed', license: null, issuer: null, grace_until: null, usage: [] })),
  respond(getPreferences, given.preferences()),
  respond(setPreferences, given.preferences()),
  respond(getHealth, 'alive'),
  respond(getInfo, given.info()),
  respond(getHome, given.home()),
  respond(listNotices, []),
  respond(getUpdate, null),
  respond(getOutdated, { gateways: [], proxy: null, edges: [] }),
  respond(countNotifications, { unread: 0 }),
  respond(listInvitations, []),
  respond(countRecoveryCodes, { left: 8 }),
  // to choose from, for a new user
  respond(listGroups, []),
  respond(listNetworkDevices, []),
  respond(findAccessReferences, { rules: [], rule_count: 0, tests: [], test_count: 0 }),
  respond(getLocationUsage, { users: 0, user_devices: 0, network_devices: 0 }),
  respond(listLauncherApps, []),
  // lists on the page of a user
  respond(listSessions, []),
  respond(listAuthKeys, []),
  respond(listYubikeys, []),
  respond(listApiTokens, []),
  respond(listAuthorizedApps, []),
  respond(listExternalIdentities, []),
  respond(listSignInProviders, []),
  respond(listIdentitySources, []),
  respond(listUserAccess, []),
  respond(previewAccess, { people_lost: 0, people_gained: 0, devices_lost: 0, devices_connected: 0 }),
  respond(listUserConnections, []),
  respond(listTopDevices, givenNetwork.topDevices()),
  respond(listActivity, givenActivity.page([])),
  // header and lists on the page of a location
  respond(getLocationStats, givenNetwork.stats()),
  respond(listLocationStats, []),
  respond(listLocations, []),
  respond(listLocationPeople, { data: [], total_items: 0 }),
  respond(getLastStop, null),
  respond(previewStop, {
    ...{ sessions: 0, tokens: 0, devices: 0, recent_devices: 0, keys: 0, recovery_codes: 0 },
    authenticator: false,
  }),
  http.get(`*${apiBase}${getMe.path}`, () =>
    session.me
      ? HttpResponse.json(session.me)
      : HttpResponse.json({ msg: 'no session', code: 'unauthenticated' }, { status: 401 }),
  ),
);
