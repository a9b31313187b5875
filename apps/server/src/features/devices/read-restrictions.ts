import type { EnterpriseSettings } from '@gatewarden/contract/settings';
import { isMailConfigured } from '../mail/index.ts';
import type { SettingsService } from '../settings/index.ts';

/** What the instance forbids users who are not administrators, and whether it can send mails. */
export async function readRestrictions(settings: Pick<SettingsService, 'get'>): Promise<EnterpriseSettings> {
  const current = await settings.get();
  return {
    // the first three have no settings yet and restrict nothing
    admin_device_management: false,
    disable_all_traffic: false,
    only_client_activation: false,
    devices_per_user: current.devices_per_user,
    mail_configured: isMailConfigured(current),
  };
}
