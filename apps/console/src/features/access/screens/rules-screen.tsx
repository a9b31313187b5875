import type { AccessRule } from '@gatewarden/contract/access';
import { Button, SegmentedControl } from '@mantine/core';
import { IconPlus, IconRocket, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { Callout } from '../../../ui/callout.tsx';
import { ClearFiltersButton } from '../../../ui/clear-filters-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast.tsx';
import { locationsQuery } from '../../locations/index.ts';
import { aliasesQuery, rulesQuery, useMarkRules } from '../access.queries.ts';
import { AccessTabs } from '../components/access-tabs.tsx';
import { DeployDialog } from '../components/deploy-dialog.tsx';
import { RuleTable } from '../components/rule-table.tsx';
import { filterRules, isPending, ruleParts } from '../filter-rules.ts';
import { useRemoveRule } from '../use-remove-rule.tsx';
import styles from './rules-screen.module.css';

const route = getRouteApi('/signed-in/admin/access-rules');

/** Access rules, deployed and pending. */
export function RulesScreen() {
  const { t } = useTranslation(['access', 'common']);
  const { q = '', show = 'all' } = route.useSearch();
  const navigate = route.useNavigate();
  const rules = useQuery(rulesQuery());
  const { data: aliases = [] } = useQuery(aliasesQuery());
  const [deployed, setDeployed] = useState<AccessRule[]>();
  const { remove, dialog } = useRemoveRule();
  const shown = useMemo(() => filterRules(rules.data ?? [], { part: show, search: q }), [rules.data, show, q]);
  const pending = (rules.data ?? []).filter(isPending);
  const pendingAliases = aliases.filter(isPending);
  const changes = pending.length + pendingAliases.length;
  const search = (next: { q?: string | undefined; show?: (typeof ruleParts)[number] | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  return (
    <>
      <PageHeader
        title={t('title')}
        state={rules.data && t('count', { count: rules.data.filter(({ parent_id: id }) => id === null).length })}
        actions={
          <>
            {changes > 0 && (
              <Button variant="default" leftSection={<IconRocket size="1rem" />} onClick={() => setDeployed(pending)}>
                {t('deploy.action', { count: changes })}
              </Button>
            )}
            <ButtonLink to="/access-rules/new" leftSection={<IconPlus size="1rem" />}>
              {t('add')}
            </ButtonLink>
          </>
        }
      />
      <AccessTabs />
      <OffNote />
      {rules.isPending ? (
        <ListSkeleton />
      ) : rules.data === undefined ? (
        <ErrorState
          error={rules.error}
          title={t('failed')}
          onRetry={() => void rules.refetch()}
          retrying={rules.isFetching}
        />
      ) : rules.data.length === 0 ? (
        <EmptyState icon={<IconShieldLock />} title={t('empty_title')} text={t('empty_text')} />
      ) : (
        <>
          <search className={styles.tools}>
            <SearchField label={t('search')} value={q} onChange={(text) => search({ q: text || undefined })} />
            <SegmentedControl
              aria-label={t('show.label')}
              value={show}
              onChange={(part) => search({ show: ruleParts.find((each) => each === part && each !== 'all') })}
              data={ruleParts.map((part) => ({ value: part, label: t(`show.${part}`) }))}
            />
          </search>
          <RuleTable
            rules={shown}
            onDelete={remove}
            bulkActions={(selected, clear) => <BulkActions selected={selected} clear={clear} onDeploy={setDeployed} />}
            empty={
              <EmptyState
                picture="search"
                title={t('common:table.no_match_title')}
                text={t('common:table.no_match_text')}
                action={<ClearFiltersButton onClick={() => search({ q: undefined, show: undefined })} />}
              />
            }
          />
        </>
      )}
      {dialog}
      {deployed && (
        <DeployDialog
          rules={deployed}
          aliases={deployed.length === pending.length ? pendingAliases : []}
          onClose={() => setDeployed(undefined)}
          onDone={() => search({ show: undefined })}
        />
      )}
    </>
  );
}

interface BulkProps {
  selected: readonly AccessRule[];
  clear: () => void;
  onDeploy: (rules: AccessRule[]) => void;
}

/** Each action concerns the selected rules that it fits. */
function BulkActions({ selected, clear, onDeploy }: BulkProps) {
  const { t } = useTranslation('access');
  const mark = useMarkRules();
  const pending = selected.filter(isPending);
  const deployed = selected.filter((rule) => !isPending(rule));
  const markDeployed = () =>
    mark.mutate(
      deployed.map(({ id }) => id),
      {
        onSuccess: () => {
          toast.success(t('marked_many', { count: deployed.length }));
          clear();
        },
        onError: showFailure,
      },
    );
  return (
    <>
      {pending.length > 0 && (
        <Button variant="default" onClick={() => onDeploy(pending)}>
          {t('deploy.selected', { count: pending.length })}
        </Button>
      )}
      {deployed.length > 0 && (
        <Button variant="default" loading={mark.isPending} onClick={markDeployed}>
          {t('mark_selected', { count: deployed.length })}
        </Button>
      )}
    </>
  );
}

/** Rules have no effect until a location enforces them. */
function OffNote() {
  const { t } = useTranslation('access');
  const { data: locations } = useQuery(locationsQuery());
  if (!locations || locations.length === 0 || locations.some(({ acl_enabled: isEnabled }) => isEnabled)) return null;
  return (
    <Callout
      tone="info"
      mb="md"
      action={
        <ButtonLink to="/locations" variant="default">
          {t('off.action')}
        </ButtonLink>
      }
    >
      {t('off.text')}
    </Callout>
  );
}
