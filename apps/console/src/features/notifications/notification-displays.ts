import type { Notification, NotificationKind } from '@gatewarden/contract/notifications';
import {
  IconCertificate,
  IconDevices,
  IconDownload,
  IconHandStop,
  IconKey,
  IconLifebuoy,
  IconLock,
  IconLogin2,
  IconPlugConnected,
  IconPlugConnectedX,
  IconShieldCheck,
  IconShieldOff,
  IconUserMinus,
  IconUsersPlus,
  IconWebhook,
} from '@tabler/icons-react';
import type { LinkTarget } from '../../modules/module.ts';

export interface NotificationDisplay {
  readonly icon: typeof IconKey;
  readonly tone: 'info' | 'success' | 'warning' | 'danger';
  /** What it is about, for a reader with this name. */
  readonly link: (notification: Notification, username: string) => LinkTarget;
}

const own = (): LinkTarget => ({ to: '/me' });
const ownDevice = ({ subject }: Notification): LinkTarget =>
  subject ? { to: '/me/devices/$deviceId', params: { deviceId: subject.id } } : own();
const gateway = ({ details, subject }: Notification): LinkTarget => ({
  to: '/locations/$locationId/gateways/$gatewayId',
  params: { locationId: String(details['location_id']), gatewayId: subject?.id ?? '' },
});

export const notificationDisplays: Readonly<Record<NotificationKind, NotificationDisplay>> = {
  gateway_disconnected: { icon: IconPlugConnectedX, tone: 'danger', link: gateway },
  gateway_connected: { icon: IconPlugConnected, tone: 'success', link: gateway },
  users_imported: { icon: IconUsersPlus, tone: 'info', link: () => ({ to: '/users' }) },
  certificate_expires: { icon: IconCertificate, tone: 'danger', link: () => ({ to: '/locations' }) },
  api_token_expires: {
    icon: IconKey,
    tone: 'warning',
    link: ({ details }, username) =>
      details['username'] === username
        ? own()
        : { to: '/users/$username/keys', params: { username: String(details['username']) } },
  },
  scim_removals_stopped: { icon: IconUserMinus, tone: 'danger', link: () => ({ to: '/settings/scim' }) },
  delivery_stopped: {
    icon: IconWebhook,
    tone: 'danger',
    link: ({ details, subject }) => {
      if (details['destination'] !== 'webhook') return { to: '/settings/streams' };
      return subject ? { to: '/webhooks/$webhookId', params: { webhookId: subject.id } } : { to: '/webhooks' };
    },
  },
  update_available: { icon: IconDownload, tone: 'info', link: () => ({ to: '/versions' }) },
  new_sign_in: { icon: IconLogin2, tone: 'warning', link: own },
  password_changed: { icon: IconLock, tone: 'info', link: own },
  password_removed: { icon: IconLock, tone: 'warning', link: own },
  factor_added: { icon: IconShieldCheck, tone: 'info', link: own },
  factor_removed: { icon: IconShieldOff, tone: 'warning', link: own },
  factors_removed: { icon: IconShieldOff, tone: 'danger', link: own },
  recovery_codes_replaced: { icon: IconLifebuoy, tone: 'info', link: own },
  access_stopped: { icon: IconHandStop, tone: 'danger', link: own },
  device_added: { icon: IconDevices, tone: 'info', link: ownDevice },
  device_removed: { icon: IconDevices, tone: 'warning', link: own },
  device_restored: { icon: IconDevices, tone: 'info', link: ownDevice },
};

/** False for the kinds of a newer server. */
export function isKnown({ kind }: Notification): boolean {
  return Object.hasOwn(notificationDisplays, kind);
}
