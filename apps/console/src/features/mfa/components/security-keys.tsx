import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useMe } from '../../auth/index.ts';
import { securityKeysQuery } from '../security-keys.queries.ts';
import styles from './second-factors.module.css';
import { SecurityKeyRows } from './security-key-rows.tsx';

const AddKeyDialog = lazy(() => import('./add-key-dialog.tsx').then((file) => ({ default: file.AddKeyDialog })));

/** Security keys and passkeys of the signed-in user. */
export function SecurityKeys() {
  const { t } = useTranslation('mfa');
  const { username, webauthn_enabled } = useMe();
  const [adding, setAdding] = useState(false);
  return (
    <div className={styles.keys}>
      <div className={styles.factor}>
        <div>
          <Text fw={500}>{t('key.title')}</Text>
          <StatusBadge tone={webauthn_enabled ? 'success' : 'neutral'}>
            {t(webauthn_enabled ? 'key.on' : 'key.off')}
          </StatusBadge>
        </div>
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('key.add')}
        </Button>
      </div>
      {webauthn_enabled && <KeyList username={username} />}
      {adding && (
        <Suspense>
          <AddKeyDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  );
}

function KeyList({ username }: { username: string }) {
  const { t } = useTranslation('mfa');
  const keys = useQuery(securityKeysQuery(username));
  if (keys.isPending) return <CardsSkeleton count={1} />;
  if (keys.data === undefined) {
    return (
      <ErrorState
        error={keys.error}
        title={t('key.failed')}
        onRetry={() => void keys.refetch()}
        retrying={keys.isFetching}
      />
    );
  }
  return <SecurityKeyRows username={username} {...keys.data} />;
}
