import type { AccessAlias, AccessRule } from '@gatewarden/contract/access';
import { Button } from '@mantine/core';
import { IconListDetails, IconPlus, IconRocket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefusalDialog } from '../../../ui/refusal-dialog.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast.tsx';
import { aliasesQuery, rulesQuery, useDeleteAlias } from '../access.queries.ts';
import { AccessTabs } from '../components/access-tabs.tsx';
import { AliasTable } from '../components/alias-table.tsx';
import { DeployDialog } from '../components/deploy-dialog.tsx';
import { listed } from '../describe-rule.ts';
import { isPending } from '../filter-rules.ts';
import { AliasDialog } from '../forms/alias-dialog.tsx';
import { rulesOf } from '../rules-of-alias.ts';

const noRules: readonly AccessRule[] = [];

/** Named destinations that several rules use. */
export function AliasesScreen() {
  const { t } = useTranslation('access');
  const aliases = useQuery(aliasesQuery());
  const { data: rules = noRules } = useQuery(rulesQuery());
  const countRules = useCallback((alias: AccessAlias) => rulesOf(alias, rules).length, [rules]);
  const [edited, setEdited] = useState<AccessAlias | 'new'>();
  const [deleted, setDeleted] = useState<AccessAlias>();
  const [isDeploying, setIsDeploying] = useState(false);
  const pending = (aliases.data ?? []).filter(isPending);
  const pendingRules = rules.filter(isPending);
  const changes = pending.length + pendingRules.length;
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            {changes > 0 && (
              <Button variant="default" leftSection={<IconRocket size="1rem" />} onClick={() => setIsDeploying(true)}>
                {t('deploy.action', { count: changes })}
              </Button>
            )}
            <Button leftSection={<IconPlus size="1rem" />} onClick={() => setEdited('new')}>
              {t('aliases.add')}
            </Button>
          </>
        }
      />
      <AccessTabs />
      {aliases.isPending ? (
        <ListSkeleton />
      ) : aliases.data === undefined ? (
        <ErrorState
          error={aliases.error}
          title={t('aliases.failed')}
          onRetry={() => void aliases.refetch()}
          retrying={aliases.isFetching}
        />
      ) : (
        <AliasTable
          aliases={aliases.data}
          countRules={countRules}
          onEdit={setEdited}
          onDelete={setDeleted}
          empty={
            <EmptyState icon={<IconListDetails />} title={t('aliases.empty_title')} text={t('aliases.empty_text')} />
          }
        />
      )}
      {edited !== undefined && (
        <AliasDialog {...(edited !== 'new' && { alias: edited })} onClose={() => setEdited(undefined)} />
      )}
      {deleted && <DeleteAliasDialog alias={deleted} rules={rules} onClose={() => setDeleted(undefined)} />}
      {isDeploying && <DeployDialog rules={pendingRules} aliases={pending} onClose={() => setIsDeploying(false)} />}
    </>
  );
}

interface DeleteProps {
  alias: AccessAlias;
  rules: readonly AccessRule[];
  onClose: () => void;
}

/** An alias that rules use cannot be deleted. */
function DeleteAliasDialog({ alias, rules, onClose }: DeleteProps) {
  const { t, i18n } = useTranslation('access');
  if (isPending(alias) || alias.rules.length === 0) return <ConfirmDeletion alias={alias} onClose={onClose} />;
  const names = rulesOf(alias, rules).map(({ name }) => name);
  return (
    <RefusalDialog title={t('aliases.in_use', { alias: alias.name })} onClose={onClose}>
      {t('aliases.in_use_text', { rules: listed(names, t, i18n.language), count: names.length })}
    </RefusalDialog>
  );
}

function ConfirmDeletion({ alias, onClose }: Pick<DeleteProps, 'alias' | 'onClose'>) {
  const { t } = useTranslation('access');
  const remove = useDeleteAlias();
  const isChange = isPending(alias);
  const done = isChange ? t('aliases.discarded', { alias: alias.name }) : t('aliases.deleted', { alias: alias.name });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(alias.id, {
          onSuccess: () => {
            toast.success(done);
            onClose();
          },
          onError: showFailure,
        })
      }
      title={t(isChange ? 'aliases.discard_title' : 'aliases.delete_title', { alias: alias.name })}
      consequences={t(isChange ? 'aliases.discard_text' : 'aliases.delete_text')}
      confirmLabel={isChange ? t('aliases.discard') : t('aliases.delete')}
      confirming={remove.isPending}
    />
  );
}
