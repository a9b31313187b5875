import type { NotificationSettings, Settings } from '@gatewarden/contract/settings';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { NotificationFields } from '../components/notification-fields.tsx';
import { SettingsForm } from '../components/settings-form.tsx';

const loadSchema = async () => (await import('@gatewarden/contract/settings')).NotificationSettings;
type Fields = z.infer<typeof NotificationSettings>;

/** Mails to administrators about gateways. */
export function NotificationsForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <SettingsForm<Settings, Fields>
      schema={loadSchema}
      settings={settings}
      toForm={toForm}
      toRequest={(fields) => fields}
      saved={t('notifications.saved')}
    >
      <NotificationFields />
    </SettingsForm>
  );
}

function toForm(settings: Settings): Fields {
  return {
    gateway_disconnect_notifications_enabled: settings.gateway_disconnect_notifications_enabled,
    gateway_disconnect_notifications_inactivity_threshold:
      settings.gateway_disconnect_notifications_inactivity_threshold,
    gateway_disconnect_notifications_reconnect_notification_enabled:
      settings.gateway_disconnect_notifications_reconnect_notification_enabled,
  };
}
