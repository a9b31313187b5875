import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/page-header.tsx';
import { explanationQuery } from '../access.queries.ts';
import { AccessTabs } from '../components/access-tabs.tsx';
import { toQuestion } from '../explain-question.ts';
import { ExplainForm } from '../forms/explain-form.tsx';

const route = getRouteApi('/signed-in/admin/access-rules/explain');

/** Answers whether a connection is allowed, and why. The question is in the address of the page. */
export function ExplainScreen() {
  const { t } = useTranslation('access');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const question = toQuestion(search);
  const answer = useQuery(explanationQuery(question));
  const ask = (next: typeof search) => {
    if (JSON.stringify(toQuestion(next)) === JSON.stringify(question)) void answer.refetch({ cancelRefetch: false });
    else void navigate({ search: next });
  };
  return (
    <>
      <PageHeader title={t('title')} state={t('explain.intro')} />
      <AccessTabs />
      <ExplainForm asked={search} answer={answer} onAsk={ask} />
    </>
  );
}
