import type { AccessTest } from '@gatewarden/contract/access-tests';
import { Button } from '@mantine/core';
import { IconChecklist, IconPlus } from '@tabler/icons-react';
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
import { testResultsQuery, testsQuery, useDeleteTest } from '../access-tests.queries.ts';
import { AccessTabs } from '../components/access-tabs.tsx';
import { TestTable } from '../components/test-table.tsx';
import { TestDialog } from '../forms/test-dialog.tsx';

/** What access rules must or must not allow, and whether they do. */
export function TestsScreen() {
  const { t } = useTranslation('access');
  const tests = useQuery(testsQuery());
  const { data: results } = useQuery(testResultsQuery());
  const [edited, setEdited] = useState<AccessTest | 'new'>();
  const [deleted, setDeleted] = useState<AccessTest>();
  return (
    <>
      <PageHeader
        title={t('title')}
        state={t('tests.intro')}
        actions={
          <Button leftSection={<IconPlus size="1rem" />} onClick={() => setEdited('new')}>
            {t('tests.add')}
          </Button>
        }
      />
      <AccessTabs />
      {tests.isPending ? (
        <ListSkeleton />
      ) : tests.data === undefined ? (
        <ErrorState
          error={tests.error}
          title={t('tests.failed')}
          onRetry={() => void tests.refetch()}
          retrying={tests.isFetching}
        />
      ) : (
        <TestTable
          tests={tests.data}
          results={results}
          onEdit={setEdited}
          onDelete={setDeleted}
          empty={<EmptyState icon={<IconChecklist />} title={t('tests.empty_title')} text={t('tests.empty_text')} />}
        />
      )}
      {edited !== undefined && (
        <TestDialog {...(edited !== 'new' && { test: edited })} onClose={() => setEdited(undefined)} />
      )}
      {deleted && <DeleteTestDialog test={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

function DeleteTestDialog({ test, onClose }: { test: AccessTest; onClose: () => void }) {
  const { t } = useTranslation('access');
  const remove = useDeleteTest();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(test.id, {
          onSuccess: () => {
            toast.success(t('tests.deleted', { test: test.name }));
            onClose();
          },
          onError: showFailure,
        })
      }
      title={t('tests.delete_title', { test: test.name })}
      consequences={t('tests.delete_text')}
      confirmLabel={t('tests.delete')}
      confirming={remove.isPending}
    />
  );
}
