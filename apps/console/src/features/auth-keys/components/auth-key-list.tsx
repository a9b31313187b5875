import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { authKeysQuery } from '../auth-keys.queries.ts';
import { AddKeyDialog } from '../forms/add-key-dialog.tsx';
import { AuthKeyRows } from './auth-key-rows.tsx';

/** Somebody's SSH and GPG keys, and what can be done with them. */
export function AuthKeyList({ username }: { username: string }) {
  const { t } = useTranslation('auth-keys');
  const [adding, setAdding] = useState(false);
  const keys = useQuery(authKeysQuery(username));
  const add = (
    <Button leftSection={<IconPlus size="1rem" />} onClick={() => setAdding(true)}>
      {t('list.add')}
    </Button>
  );
  const some = keys.data !== undefined && keys.data.length > 0;
  return (
    <Panel title={t('list.title')} text={t('list.text')} form="open" {...(some && { actions: add })}>
      {keys.isPending ? (
        <CardsSkeleton count={1} />
      ) : keys.data === undefined ? (
        <ErrorState
          error={keys.error}
          title={t('list.failed')}
          onRetry={() => void keys.refetch()}
          retrying={keys.isFetching}
        />
      ) : some ? (
        <AuthKeyRows username={username} keys={keys.data} />
      ) : (
        <EmptyState icon={<IconKey />} title={t('list.empty_title')} text={t('list.empty_text')} action={add} />
      )}
      {adding && <AddKeyDialog username={username} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
