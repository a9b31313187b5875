import { listApiTokens } from '@gatewarden/contract/api-tokens';
import { getMe, listSessions } from '@gatewarden/contract/auth';
import { listAuthKeys } from '@gatewarden/contract/auth-keys';
import { getLastStop, previewStop } from '@gatewarden/contract/emergency-stop';
import { countRecoveryCodes } from '@gatewarden/contract/mfa';
import { listNotices } from '@gatewarden/contract/notices';
import { getEnterpriseSettings, getEssentials, type SettingsEssentials } from '@gatewarden/contract/settings';
import type { UserInfo } from '@gatewarden/contract/users';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { apiBase } from '../src/lib/path-of.ts';
import { given } from './given.ts';
import { respond } from './respond.ts';

/** What every page asks for first. */
interface Session {
  me: UserInfo | undefined;
  essentials: SettingsEssentials;
}

const session: Session = { me: undefined, essentials: given.essentials() };

/** Who is there from now on, and in which instance. A test's own handlers go first. */
export function setSession(me: UserInfo | undefined, essentials: SettingsEssentials = given.essentials()): void {
  Object.assign(session, { me, essentials });
}

/** The faked network; a request that neither the test nor this has an answer for fails. */
export const server = setupServer(
  respond(getEssentials, () => session.essentials),
  respond(getEnterpriseSettings, {
    admin_device_management: false,
    disable_all_traffic: false,
    only_client_activation: false,
    devices_per_user: 0,
    mail_configured: true,
  }),
  respond(listNotices, []),
  respond(countRecoveryCodes, { left: 8 }),
  // the lists of a user's page, whichever of them a test is about
  respond(listSessions, []),
  respond(listAuthKeys, []),
  respond(listApiTokens, []),
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
