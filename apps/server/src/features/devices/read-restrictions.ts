import type { EnterpriseSettings } from '@gatewarden/contract/settings';
import type { Database, Tx } from '../../platform/database/database.ts';
import { isMailConfigured } from '../mail/index.ts';
import type { SettingsService } from '../settings/index.ts';

/**
 * What the instance forbids users who are not administrators, and whether it can send mails. Within a transaction `reader` must be that: waiting
 * for a second connection while holding one stops core as soon as all are held so.
 */
export async function readRestrictions(
  settings: Pick<SettingsService, 'get'>,
  reader?: Database | Tx,
): Promise<EnterpriseSettings> {
  const current = await settings.get(reader);
  return {
    admin_device_management: current.admin_device_management,
    disable_all_traffic: current.disable_all_traffic,
    only_client_activation: current.only_client_activation,
    devices_per_user: current.devices_per_user,
    mail_configured: isMailConfigured(current),
  };
}
