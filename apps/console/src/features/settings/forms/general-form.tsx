import type { SettingsEssentials } from '@gatewarden/contract/settings';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandingFields } from '../components/branding-fields.tsx';
import { ConsoleFields } from '../components/console-fields.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { type GeneralFields, toForm, withoutProductLogos } from './general.ts';

const loadSchema = async () => (await import('@gatewarden/contract/settings')).GeneralSettings;

/** Name and logos of the instance, and what the console shows. */
export function GeneralForm({ essentials }: { essentials: SettingsEssentials }) {
  const { t } = useTranslation('settings');
  const settings = useMemo(() => withoutProductLogos(essentials), [essentials]);
  return (
    <SettingsForm<SettingsEssentials, GeneralFields>
      schema={loadSchema}
      settings={settings}
      toForm={toForm}
      toRequest={(fields) => fields}
      saved={t('branding.saved')}
    >
      <BrandingFields />
      <ConsoleFields />
    </SettingsForm>
  );
}
