import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { ManyDialogProps } from './many-actions.ts';
import { SomeNames } from './some-names.tsx';
import { useSetStatus } from './use-set-status.ts';

/** The accounts stay and can be enabled again, which is offered at once. */
export function DisableManyDialog({ users, leavesOutSelf, onClose, onDone }: ManyDialogProps) {
  const { t } = useTranslation('users');
  const { set, isPending } = useSetStatus();
  const admins = users.filter((user) => user.is_admin).length;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('many.disable_title', { count: users.length })}
      consequences={
        <Stack gap="sm">
          <SomeNames users={users} />
          {admins > 0 && <Text>{t('many.admins', { count: admins })}</Text>}
          {leavesOutSelf && <Text>{t('many.self_left_out')}</Text>}
          <Text>{t('many.disable_text')}</Text>
        </Stack>
      }
      confirmLabel={t('many.disable')}
      confirming={isPending}
      onConfirm={async () => {
        if (await set(users, false)) onDone();
      }}
    />
  );
}
