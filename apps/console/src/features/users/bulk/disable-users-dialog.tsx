import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { BulkDialogProps } from './bulk-actions.ts';
import { NameSummary } from './name-summary.tsx';
import { useSetStatus } from './use-set-status.ts';

/** Disables accounts; the toast offers to enable them again. */
export function DisableUsersDialog({ users, excludesSelf, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation('users');
  const { setStatus, isPending } = useSetStatus();
  const admins = users.filter((user) => user.is_admin).length;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('many.disable_title', { count: users.length })}
      consequences={
        <Stack gap="sm">
          <NameSummary users={users} />
          {admins > 0 && <Text>{t('many.admins', { count: admins })}</Text>}
          {excludesSelf && <Text>{t('many.self_left_out')}</Text>}
          <Text>{t('many.disable_text')}</Text>
        </Stack>
      }
      confirmLabel={t('many.disable')}
      confirming={isPending}
      onConfirm={async () => {
        if (await setStatus(users, false)) onDone();
      }}
    />
  );
}
