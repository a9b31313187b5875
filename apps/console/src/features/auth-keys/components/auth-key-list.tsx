import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { authKeysQuery } from '../auth-keys.queries.ts';
import { AddKeyDialog } from '../forms/lazy-add-key-dialog.ts';
import { AuthKeyRows } from './auth-key-rows.tsx';

/** SSH and GPG keys of a user with their actions. */
export function AuthKeyList({ username }: { username: string }) {
  const { t } = useTranslation('auth-keys');
  const [adding, setAdding] = useState(false);
  const keys = useQuery(authKeysQuery(username));
  return (
    <>
      <ListPanel
        title={t('list.title')}
        text={t('list.text')}
        query={keys}
        failed={t('list.failed')}
        empty={{ icon: <IconKey />, title: t('list.empty_title'), text: t('list.empty_text') }}
        add={
          <Button leftSection={<IconPlus size="1rem" />} onClick={() => setAdding(true)}>
            {t('list.add')}
          </Button>
        }
      >
        {(some) => <AuthKeyRows username={username} keys={some} />}
      </ListPanel>
      <Suspense>{adding && <AddKeyDialog username={username} onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}
