import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { FormSection } from '../../../ui/form/form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { modulesAnchor } from '../modules-anchor.ts';

/** Modules of the instance, and the view of locations for users who have chosen none. */
export function ConsoleFields() {
  const { t } = useTranslation('settings');
  const [isVpnEnabled, hasApplications, hasWebhooks, hasYubikeys]: readonly unknown[] = useWatch({
    name: ['wireguard_enabled', 'openid_enabled', 'webhooks_enabled', 'worker_enabled'],
  });
  return (
    <FormSection id={modulesAnchor} title={t('console.title')} text={t('console.text')}>
      <SelectField
        name="default_location_view"
        label={t('console.view')}
        help={t('console.view_help')}
        options={(['grid', 'list'] as const).map((view) => ({ value: view, label: t(`console.view_${view}`) }))}
      />
      <div>
        <SwitchField name="wireguard_enabled" label={t('console.vpn')} help={t('console.vpn_help')} />
        <FieldNotes notes={isVpnEnabled ? [] : [{ tone: 'warning', text: t('console.vpn_off') }]} />
      </div>
      <div>
        <SwitchField name="openid_enabled" label={t('console.applications')} help={t('console.applications_help')} />
        <FieldNotes notes={hasApplications ? [] : [{ tone: 'info', text: t('console.applications_off') }]} />
      </div>
      <div>
        <SwitchField name="webhooks_enabled" label={t('console.webhooks')} help={t('console.webhooks_help')} />
        <FieldNotes notes={hasWebhooks ? [] : [{ tone: 'info', text: t('console.webhooks_off') }]} />
      </div>
      <div>
        <SwitchField name="worker_enabled" label={t('console.yubikeys')} help={t('console.yubikeys_help')} />
        <FieldNotes notes={hasYubikeys ? [] : [{ tone: 'info', text: t('console.yubikeys_off') }]} />
      </div>
    </FormSection>
  );
}
