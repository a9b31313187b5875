import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { ruleHitsQuery, rulesQuery } from '../access.queries.ts';
import { RuleHitsText } from '../components/rule-hits-text.tsx';
import { RuleState } from '../components/rule-state.tsx';
import { EditRuleForm } from '../forms/rule-form.tsx';

const route = getRouteApi('/signed-in/admin/access-rules/$ruleId');

/** A rule, or the pending change of one. If a deployed rule has a pending change, that is shown. */
export function RuleScreen() {
  const { t } = useTranslation('access');
  const { ruleId } = route.useParams();
  const rules = useQuery(rulesQuery());
  const hits = useQuery(ruleHitsQuery());
  const rule =
    rules.data?.find(({ parent_id: parent }) => String(parent) === ruleId) ??
    rules.data?.find(({ id }) => String(id) === ruleId);
  return (
    <>
      <PageHeader
        title={rule?.name ?? t('title')}
        state={rule && <RuleState status={rule.status} />}
        above={[{ label: t('title'), to: '/access-rules' }]}
      />
      {rules.isPending ? (
        <FormSkeleton />
      ) : rules.data === undefined ? (
        <ErrorState error={rules.error} onRetry={() => void rules.refetch()} retrying={rules.isFetching} />
      ) : rule === undefined ? (
        <EmptyState
          title={t('form.not_found')}
          text={t('empty_text')}
          action={<ButtonLink to="/access-rules">{t('title')}</ButtonLink>}
        />
      ) : rule.state === 'Deleted' ? (
        <Callout tone="warning">{t('form.is_deleted')}</Callout>
      ) : (
        <>
          {rule.state !== 'New' && hits.data && (
            <RuleHitsText hits={hits.data.get(rule.parent_id ?? rule.id) ?? null} />
          )}
          <EditRuleForm key={rule.id} rule={rule} />
        </>
      )}
    </>
  );
}
