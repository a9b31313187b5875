import type { OpenidSettings, Settings } from '@gatewarden/contract/settings';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormSection } from '../../../ui/form/form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { SettingsForm } from '../../settings/index.ts';

const loadSchema = async () => (await import('@gatewarden/contract/settings')).OpenidSettings;
type Fields = z.infer<typeof OpenidSettings>;

const handlings = ['RemoveForbidden', 'ReplaceForbidden', 'PruneEmailDomain'] as const;

/** Who gets an account at the first sign-in, and under which name. */
export function NewAccountsForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('identity-providers');
  return (
    <SettingsForm<Settings, Fields>
      schema={loadSchema}
      settings={settings}
      toForm={toForm}
      toRequest={(fields) => fields}
      saved={t('accounts.saved')}
    >
      <FormSection title={t('accounts.title')} text={t('accounts.text')}>
        <SwitchField name="openid_create_account" label={t('accounts.create')} help={t('accounts.create_help')} />
        <SelectField
          name="openid_username_handling"
          label={t('accounts.handling')}
          help={t('accounts.handling_help')}
          options={handlings.map((value) => ({ value, label: t(`accounts.${value}`) }))}
        />
      </FormSection>
    </SettingsForm>
  );
}

function toForm({ openid_create_account, openid_username_handling }: Settings): Fields {
  return { openid_create_account, openid_username_handling };
}
