import type { SecurityKey } from '@gatewarden/contract/users';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.tsx';
import { securityKeysQuery, useRestoreSecurityKey } from '../security-keys.queries.ts';
import { RemoveKeyDialog } from './remove-key-dialog.tsx';

/** Security keys of a user that an emergency stop suspended, for administrators; nothing when there are none. */
export function SuspendedSecurityKeys({ username }: { username: string }) {
  const { t } = useTranslation('mfa');
  const keys = useQuery(securityKeysQuery(username)).data?.filter((key) => key.suspended_at !== null) ?? [];
  const restore = useRestoreSecurityKey(username);
  const [removing, setRemoving] = useState<SecurityKey>();
  if (keys.length === 0) return null;
  return (
    <>
      <RowList label={t('key.title')}>
        {keys.map((key) => {
          const { id, name, created } = key;
          return (
            <Row
              key={id}
              name={name}
              badge={<StatusBadge tone="danger">{t('key.suspended')}</StatusBadge>}
              actions={
                <>
                  <Button
                    size="xs"
                    variant="default"
                    loading={restore.isPending}
                    aria-label={`${t('key.restore')}: ${name}`}
                    onClick={() =>
                      restore.mutate(id, {
                        onSuccess: () => toast.success(t('key.restored', { name })),
                        onError: showFailure,
                      })
                    }
                  >
                    {t('key.restore')}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`${t('key.remove')}: ${name}`}
                    onClick={() => setRemoving(key)}
                  >
                    {t('key.remove')}
                  </Button>
                </>
              }
            >
              <RowFacts>
                <span>
                  {t('key.added')} <RelativeTime at={created} />
                </span>
              </RowFacts>
            </Row>
          );
        })}
      </RowList>
      {removing && (
        <RemoveKeyDialog
          username={username}
          securityKey={removing}
          isLast={false}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}
