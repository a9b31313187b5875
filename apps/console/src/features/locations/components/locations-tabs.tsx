import { useTranslation } from 'react-i18next';
import { PageTabs } from '../../../ui/page-tabs.tsx';

/** The list of locations, and that of their gateways. */
export function LocationsTabs() {
  const { t } = useTranslation('locations');
  return (
    <PageTabs
      label={t('title')}
      tabs={[
        { label: t('title'), to: '/locations' },
        { label: t('menu.gateways'), to: '/locations/gateways' },
      ]}
    />
  );
}
