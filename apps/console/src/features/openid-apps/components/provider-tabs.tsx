import { useTranslation } from 'react-i18next';
import { PageTabs } from '../../../ui/page-tabs.tsx';

/** The applications, and what they have in common. */
export function ProviderTabs() {
  const { t } = useTranslation('openid-apps');
  return (
    <PageTabs
      label={t('title')}
      tabs={[
        { label: t('tabs.apps'), to: '/applications' },
        { label: t('tabs.provider'), to: '/applications/provider' },
      ]}
    />
  );
}
