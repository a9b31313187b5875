import type { AccessRule } from '@gatewarden/contract/access';
import { Button, Stack } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { ruleHitsQuery, rulesQuery } from '../access.queries.ts';
import { RuleFacts } from '../components/rule-facts.tsx';
import { RuleHitsText } from '../components/rule-hits-text.tsx';
import { RuleState } from '../components/rule-state.tsx';
import { EditRuleForm } from '../forms/rule-form.tsx';
import { useRemoveRule } from '../use-remove-rule.tsx';

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
      ) : (
        <Stack gap="lg">
          {rule.state !== 'New' && hits.data && (
            <RuleHitsText hits={hits.data.get(rule.parent_id ?? rule.id) ?? null} />
          )}
          {rule.state === 'Deleted' ? <DeletedRule rule={rule} /> : <EditRuleForm key={rule.id} rule={rule} />}
        </Stack>
      )}
    </>
  );
}

/** The content of a rule that is marked for deletion; discarding that leads back to the deployed rule. */
function DeletedRule({ rule }: { rule: AccessRule }) {
  const { t } = useTranslation('access');
  const navigate = useNavigate();
  const ruleId = String(rule.parent_id ?? rule.id);
  const { remove, isPending } = useRemoveRule(
    () => void navigate({ to: '/access-rules/$ruleId', params: { ruleId }, replace: true }),
  );
  return (
    <>
      <Callout
        tone="warning"
        action={
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size="1rem" />}
            loading={isPending}
            onClick={() => remove(rule)}
          >
            {t('menu.discard_deletion')}
          </Button>
        }
      >
        {t('form.is_deleted')}
      </Callout>
      <RuleFacts rule={rule} />
    </>
  );
}
