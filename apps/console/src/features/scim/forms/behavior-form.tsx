import type { ScimSettings, Settings } from '@gatewarden/contract/settings';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormSection } from '../../../ui/form/form.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { SettingsForm } from '../../settings/index.ts';

const loadSchema = async () => (await import('@gatewarden/contract/settings')).ScimSettings;
type Fields = z.infer<typeof ScimSettings>;

const removals = ['keep', 'disable', 'delete'] as const satisfies readonly Fields['scim_user_removal'][];

/** What identity providers may do. */
export function BehaviorForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('scim');
  const options = removals.map((value) => ({ value, label: t(`behavior.${value}`) }));
  return (
    <SettingsForm<Settings, Fields>
      schema={loadSchema}
      settings={settings}
      toForm={toForm}
      toRequest={(fields) => fields}
      saved={t('behavior.saved')}
    >
      <FormSection title={t('behavior.title')} text={t('behavior.text')}>
        <SelectField name="scim_user_removal" label={t('behavior.user_removal')} options={options} />
        <SelectField
          name="scim_admin_removal"
          label={t('behavior.admin_removal')}
          help={t('behavior.admin_help')}
          options={options}
        />
        <SwitchField
          name="scim_manages_admins"
          label={t('behavior.manages_admins')}
          help={t('behavior.manages_admins_help')}
        />
        <NumberField
          name="scim_removal_percent"
          label={t('behavior.percent')}
          help={t('behavior.percent_help')}
          unit={t('behavior.percent_unit')}
          min={1}
          max={100}
        />
      </FormSection>
    </SettingsForm>
  );
}

function toForm(settings: Settings): Fields {
  const { scim_user_removal, scim_admin_removal, scim_manages_admins, scim_removal_percent } = settings;
  return { scim_user_removal, scim_admin_removal, scim_manages_admins, scim_removal_percent };
}
