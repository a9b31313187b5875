import type { AccessAlias } from '@gatewarden/contract/access';
import { Button } from '@mantine/core';
import { IconListDetails, IconPlus, IconRocket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast.tsx';
import { aliasesQuery, rulesQuery, useDeleteAlias } from '../access.queries.ts';
import { AccessTabs } from '../components/access-tabs.tsx';
import { AliasTable } from '../components/alias-table.tsx';
import { DeployDialog } from '../components/deploy-dialog.tsx';
import { isPending } from '../filter-rules.ts';
import { AliasDialog } from '../forms/alias-dialog.tsx';

/** Named destinations that several rules use. */
export function AliasesScreen() {
  const { t } = useTranslation('access');
  const aliases = useQuery(aliasesQuery());
  const { data: rules = [] } = useQuery(rulesQuery());
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
      {deleted && <DeleteAliasDialog alias={deleted} onClose={() => setDeleted(undefined)} />}
      {isDeploying && <DeployDialog rules={pendingRules} aliases={pending} onClose={() => setIsDeploying(false)} />}
    </>
  );
}

function DeleteAliasDialog({ alias, onClose }: { alias: AccessAlias; onClose: () => void }) {
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
      title={t('aliases.delete_title', { alias: alias.name })}
      consequences={
        alias.rules.length > 0 && !isChange
          ? t('aliases.used_rules', { count: alias.rules.length })
          : t('aliases.delete_text')
      }
      confirmLabel={isChange ? t('aliases.discard') : t('aliases.delete')}
      confirming={remove.isPending}
    />
  );
}
