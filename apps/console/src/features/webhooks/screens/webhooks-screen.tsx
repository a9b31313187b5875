import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClearFiltersButton } from '../../../ui/clear-filters-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { ListTools } from '../../../ui/list/list-tools.tsx';
import { useColumnChoice } from '../../../ui/list/use-column-choice.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { conditionOf, conditions } from '../../delivery/index.ts';
import { useWebhookActions } from '../components/use-webhook-actions.tsx';
import { useWebhookColumns, WebhookTable } from '../components/webhook-table.tsx';
import { filterWebhooks, type WebhookFilter } from '../filter-webhooks.ts';
import { webhooksQuery } from '../webhooks.queries.ts';

const route = getRouteApi('/signed-in/admin/webhooks');

/** List of webhooks. */
export function WebhooksScreen() {
  const { t } = useTranslation(['webhooks', 'delivery', 'common']);
  const { q, state, sort = 'description' } = route.useSearch();
  const navigate = route.useNavigate();
  const webhooks = useQuery(webhooksQuery());
  const { runAction, dialog } = useWebhookActions();
  const columns = useWebhookColumns();
  const choice = useColumnChoice('webhooks', columns);
  const shown = useMemo(() => filterWebhooks(webhooks.data ?? [], { q, state }), [webhooks.data, q, state]);
  const [clearCount, setClearCount] = useState(0);
  const set = (change: WebhookFilter) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const clear = () => {
    setClearCount((count) => count + 1);
    set({ q: undefined, state: undefined });
  };
  const sortBy = (to: string) => void navigate({ search: (before) => ({ ...before, sort: to }), replace: true });
  const add = (
    <ButtonLink to="/webhooks/new" leftSection={<IconPlus size="1rem" />}>
      {t('add.action')}
    </ButtonLink>
  );
  const isEmpty = webhooks.data?.length === 0;
  const troubled = webhooks.data?.filter((webhook) => ['failing', 'stopped'].includes(conditionOf(webhook))).length;
  return (
    <>
      <PageHeader
        title={t('title')}
        state={
          !isEmpty &&
          webhooks.data &&
          [t('list.count', { count: webhooks.data.length }), troubled && t('list.troubled', { count: troubled })]
            .filter(Boolean)
            .join(', ')
        }
        actions={!isEmpty && add}
      />
      {!isEmpty && (
        <ListTools
          search={
            <SearchField
              key={clearCount}
              label={t('list.search')}
              value={q ?? ''}
              onChange={(text) => set({ q: text || undefined })}
            />
          }
          filters={[
            {
              label: t('delivery:field.state'),
              value: state,
              options: conditions.map((value) => ({ value, label: t(`delivery:state.${value}`) })),
              onChange: (next) => set({ state: conditions.find((one) => one === next) }),
            },
          ]}
          clear={
            (q !== undefined || state !== undefined) &&
            shown.length > 0 && <ClearFiltersButton variant="subtle" size="compact-sm" onClick={clear} />
          }
          choice={choice}
          columns={columns}
          sort={sort}
          onSortChange={sortBy}
        />
      )}
      {webhooks.isPending ? (
        <ListSkeleton />
      ) : webhooks.data === undefined ? (
        <ErrorState
          error={webhooks.error}
          title={t('list.failed')}
          onRetry={() => void webhooks.refetch()}
          retrying={webhooks.isFetching}
        />
      ) : isEmpty ? (
        <EmptyState icon={<IconWebhook />} title={t('list.empty_title')} text={t('list.empty_text')} action={add} />
      ) : (
        <WebhookTable
          webhooks={shown}
          columns={choice.columns}
          sort={sort}
          onSortChange={sortBy}
          onAction={runAction}
          empty={
            <EmptyState
              picture="search"
              title={t('common:table.no_match_title')}
              text={t('common:table.no_match_text')}
              action={<ClearFiltersButton onClick={clear} />}
            />
          }
        />
      )}
      {dialog}
    </>
  );
}
