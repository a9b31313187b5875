import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/page-header.tsx';
import { BrandingForm } from '../forms/branding-form.tsx';
import { useEssentials } from '../settings.queries.ts';

/** What an administrator sets for the whole instance. */
export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const essentials = useEssentials();
  return (
    <>
      <PageHeader title={t('title')} />
      <BrandingForm essentials={essentials} />
    </>
  );
}
