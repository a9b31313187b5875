import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/page-header.tsx';
import { AccessTabs } from '../components/access-tabs.tsx';
import { ExplainForm } from '../forms/explain-form.tsx';

/** Answers whether a connection is allowed, and why. */
export function ExplainScreen() {
  const { t } = useTranslation('access');
  return (
    <>
      <PageHeader title={t('title')} state={t('explain.intro')} />
      <AccessTabs />
      <ExplainForm />
    </>
  );
}
