import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../ui/form/form.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';

/** Which events of gateways administrators are mailed about. */
export function NotificationFields() {
  const { t } = useTranslation('settings');
  const isOff = !useWatch({ name: 'gateway_disconnect_notifications_enabled' });
  return (
    <FormSection title={t('notifications.gateways')} text={t('notifications.gateways_text')}>
      <SwitchField name="gateway_disconnect_notifications_enabled" label={t('notifications.disconnected')} />
      <NumberField
        name="gateway_disconnect_notifications_inactivity_threshold"
        label={t('notifications.threshold')}
        help={t('notifications.threshold_help')}
        unit={t('security.minutes')}
        min={1}
        max={1_440}
        disabled={isOff}
      />
      <SwitchField
        name="gateway_disconnect_notifications_reconnect_notification_enabled"
        label={t('notifications.connected')}
        disabled={isOff}
      />
    </FormSection>
  );
}
