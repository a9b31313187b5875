import { useTranslation } from 'react-i18next';
import { useExtensions } from '../../../modules/extensions.tsx';
import { ModuleTabs } from '../../../modules/module-tabs.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

/** Header of all settings pages. */
export function SettingsHeader() {
  const { t } = useTranslation('settings');
  const { settingsTabs } = useExtensions();
  return (
    <>
      <PageHeader title={t('title')} />
      <ModuleTabs label={t('title')} tabs={settingsTabs} />
    </>
  );
}
