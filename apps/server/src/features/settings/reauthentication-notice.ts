import type { Notices } from '../notices/index.ts';
import type { SettingsService } from './settings.service.ts';

/** Administrators see on every page that re-authentication is off. */
export function registerReauthenticationNotice(
  notices: Pick<Notices, 'register'>,
  settings: Pick<SettingsService, 'get'>,
): void {
  notices.register('reauthentication_off', async () =>
    (await settings.get()).reauthentication_minutes === 0 ? { since: null } : undefined,
  );
}
