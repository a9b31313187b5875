import type { EnterpriseSettings } from '@gatewarden/contract/settings';
import { isMailConfigured } from '../mail/index.ts';
import type { SettingsService } from '../settings/index.ts';

/** What the instance forbids users who are not administrators, and whether it can send mails. */
export async function readRestrictions(settings: Pick<SettingsService, 'get'>): Promise<EnterpriseSettings> {
  const current = await settings.get();
  return {
    admin_device_management: current.admin_device_management,
    disable_all_traffic: current.disable_all_traffic,
    only_client_activation: current.only_client_activation,
    devices_per_user: current.devices_per_user,
    mail_configured: isMailConfigured(current),
  };
}
