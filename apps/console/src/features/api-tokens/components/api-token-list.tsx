import { Button } from '@mantine/core';
import { IconPlus, IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { apiTokensQuery } from '../api-tokens.queries.ts';
import { AddTokenDialog } from '../forms/add-token-dialog.tsx';
import type { TokenOwner } from '../token-owner.ts';
import { ApiTokenRows } from './api-token-rows.tsx';

/** Somebody's API tokens, and what can be done with them. */
export function ApiTokenList({ owner }: { owner: TokenOwner }) {
  const { t } = useTranslation('api-tokens');
  const [adding, setAdding] = useState(false);
  const tokens = useQuery(apiTokensQuery(owner.username));
  const some = tokens.data !== undefined && tokens.data.length > 0;
  const add = owner.is_active && (
    <Button leftSection={<IconPlus size="1rem" />} onClick={() => setAdding(true)}>
      {t('list.add')}
    </Button>
  );
  return (
    <Panel title={t('list.title')} text={t('list.text')} form="open" {...(some && { actions: add })}>
      {tokens.isPending ? (
        <CardsSkeleton count={1} />
      ) : tokens.data === undefined ? (
        <ErrorState
          error={tokens.error}
          title={t('list.failed')}
          onRetry={() => void tokens.refetch()}
          retrying={tokens.isFetching}
        />
      ) : some ? (
        <ApiTokenRows username={owner.username} tokens={tokens.data} />
      ) : (
        <EmptyState
          icon={<IconTerminal2 />}
          title={t('list.empty_title')}
          text={t(owner.is_active ? 'list.empty_text' : 'list.disabled_text')}
          action={add}
        />
      )}
      {adding && <AddTokenDialog owner={owner} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
