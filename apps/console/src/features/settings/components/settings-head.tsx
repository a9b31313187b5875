import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PageTabs } from '../../../ui/page-tabs.tsx';

/** What all pages of the settings begin with. */
export function SettingsHead() {
  const { t } = useTranslation('settings');
  return (
    <>
      <PageHeader title={t('title')} />
      <PageTabs
        label={t('title')}
        tabs={[
          { label: t('tabs.branding'), to: '/settings', params: {} },
          { label: t('tabs.mail'), to: '/settings/mail', params: {} },
          { label: t('tabs.security'), to: '/settings/security', params: {} },
        ]}
      />
    </>
  );
}
