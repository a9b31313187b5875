import { Button } from '@mantine/core';
import { IconPlus, IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { apiTokensQuery } from '../api-tokens.queries.ts';
import type { TokenOwner } from '../token-owner.ts';
import { ApiTokenRows } from './api-token-rows.tsx';

const AddTokenDialog = lazy(async () => ({ default: (await import('../forms/add-token-dialog.tsx')).AddTokenDialog }));

/** API tokens of a user with their actions. */
export function ApiTokenList({ owner }: { owner: TokenOwner }) {
  const { t } = useTranslation('api-tokens');
  const [adding, setAdding] = useState(false);
  const tokens = useQuery(apiTokensQuery(owner.username));
  return (
    <>
      <ListPanel
        title={t('list.title')}
        text={t('list.text')}
        query={tokens}
        failed={t('list.failed')}
        empty={{
          icon: <IconTerminal2 />,
          title: t('list.empty_title'),
          text: t(owner.is_active ? 'list.empty_text' : 'list.disabled_text'),
        }}
        add={
          owner.is_active && (
            <Button leftSection={<IconPlus size="1rem" />} onClick={() => setAdding(true)}>
              {t('list.add')}
            </Button>
          )
        }
      >
        {(some) => <ApiTokenRows username={owner.username} tokens={some} />}
      </ListPanel>
      <Suspense>{adding && <AddTokenDialog owner={owner} onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}
