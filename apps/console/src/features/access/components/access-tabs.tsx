import { useTranslation } from 'react-i18next';
import { PageTabs } from '../../../ui/page-tabs.tsx';

/** Rules, their aliases, access tests, the explanation of decisions, and what was deployed when. */
export function AccessTabs() {
  const { t } = useTranslation('access');
  return (
    <PageTabs
      label={t('title')}
      tabs={[
        { label: t('tabs.rules'), to: '/access-rules' },
        { label: t('tabs.aliases'), to: '/access-rules/aliases' },
        { label: t('tabs.tests'), to: '/access-rules/tests' },
        { label: t('tabs.explain'), to: '/access-rules/explain' },
        { label: t('tabs.history'), to: '/access-rules/history' },
      ]}
    />
  );
}
