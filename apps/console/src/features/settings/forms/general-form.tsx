import type { SettingsEssentials } from '@gatewarden/contract/settings';
import { useTranslation } from 'react-i18next';
import { BrandingFields } from '../components/branding-fields.tsx';
import { ConsoleFields } from '../components/console-fields.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { type GeneralFields, toForm } from './general.ts';

const loadSchema = async () => (await import('@gatewarden/contract/settings')).GeneralSettings;

/** Name and logos of the instance, and what the console shows. */
export function GeneralForm({ essentials }: { essentials: SettingsEssentials }) {
  const { t } = useTranslation('settings');
  return (
    <SettingsForm<SettingsEssentials, GeneralFields>
      schema={loadSchema}
      settings={essentials}
      toForm={toForm}
      toRequest={(fields) => fields}
      saved={t('branding.saved')}
    >
      <BrandingFields />
      <ConsoleFields />
    </SettingsForm>
  );
}
