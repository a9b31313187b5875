import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDeleteUsers } from '../bulk-users.queries.ts';
import type { BulkDialogProps } from './bulk-actions.ts';
import { NameSummary } from './name-summary.tsx';
import { showRefusal } from './show-refusal.ts';

/** Deletes users permanently, so their number has to be typed. */
export function DeleteUsersDialog({ users, excludesSelf, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation('users');
  const remove = useDeleteUsers();
  const count = users.length;
  const admins = users.filter((user) => user.is_admin).length;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('many.delete_title', { count })}
      consequences={
        <Stack gap="sm">
          <NameSummary users={users} />
          {admins > 0 && <Text>{t('many.admins', { count: admins })}</Text>}
          {excludesSelf && <Text>{t('many.self_left_out')}</Text>}
          <Text>{t('many.delete_text')}</Text>
        </Stack>
      }
      confirmLabel={t('many.delete')}
      typeToConfirm={String(count)}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          users.map(({ id }) => id),
          {
            onSuccess: () => {
              toast.success(t('many.deleted', { count }));
              onDone();
            },
            onError: (error) => showRefusal(error, users),
          },
        )
      }
    />
  );
}
