import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDeleteUsers } from '../many-users.queries.ts';
import type { ManyDialogProps } from './many-actions.ts';
import { refusalText } from './refusal-text.ts';
import { SomeNames } from './some-names.tsx';

/** Nothing brings them back, so the number of them has to be typed. */
export function DeleteManyDialog({ users, leavesOutSelf, onClose, onDone }: ManyDialogProps) {
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
          <SomeNames users={users} />
          {admins > 0 && <Text>{t('many.admins', { count: admins })}</Text>}
          {leavesOutSelf && <Text>{t('many.self_left_out')}</Text>}
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
            onError: (error) => toast.error(refusalText(error, users), { customId: 'many-users' }),
          },
        )
      }
    />
  );
}
