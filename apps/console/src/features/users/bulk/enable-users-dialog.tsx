import type { SuspendedItem } from '@gatewarden/contract/emergency-stop';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Row, RowList } from '../../../ui/row-list.tsx';
import type { BulkDialogProps } from './bulk-actions.ts';
import { useSetStatus } from './use-set-status.ts';

interface Props extends BulkDialogProps {
  /** Suspended items of these users, at least one. */
  suspended: readonly SuspendedItem[];
}

/** Shown before accounts are enabled after an emergency stop: number of suspended items by user. */
export function EnableUsersDialog({ users, suspended, onClose, onDone }: Props) {
  const { t } = useTranslation('users');
  const { setStatus, isPending } = useSetStatus();
  const itemsOf = Map.groupBy(suspended, (item) => item.user_id);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('many.enable_title', { count: users.length })}
      danger={false}
      consequences={
        <Stack gap="sm">
          <Text>{t('enable.text')}</Text>
          <RowList label={t('enable.items')}>
            {users
              .filter(({ id }) => itemsOf.has(id))
              .map((user) => (
                <Row
                  key={user.id}
                  name={personName(user)}
                  actions={
                    <TextLink to="/users/$username/keys" params={{ username: user.username }} size="sm">
                      {t('enable.review')}
                    </TextLink>
                  }
                >
                  <Text size="sm">{t('many.suspended', { count: itemsOf.get(user.id)?.length ?? 0 })}</Text>
                </Row>
              ))}
          </RowList>
        </Stack>
      }
      confirmLabel={t('many.enable')}
      confirming={isPending}
      onConfirm={async () => {
        if (await setStatus(users, true)) onDone();
      }}
    />
  );
}
