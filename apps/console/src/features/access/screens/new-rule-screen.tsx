import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/page-header.tsx';
import { NewRuleForm } from '../forms/rule-form.tsx';

/** Adds an access rule. */
export function NewRuleScreen() {
  const { t } = useTranslation('access');
  return (
    <>
      <PageHeader title={t('form.new_title')} above={[{ label: t('title'), to: '/access-rules' }]} />
      <NewRuleForm />
    </>
  );
}
