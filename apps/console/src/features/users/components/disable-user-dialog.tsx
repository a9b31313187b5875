import type { UserInfo } from '@gatewarden/contract/users';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showUndoable } from '../../../ui/undo-toast.ts';
import { useUpdateUser } from '../users.queries.ts';
import { LostDevices } from './lost-devices.tsx';

interface Props {
  user: UserInfo;
  onClose: () => void;
  onUndo: () => void;
}

/** Disables an account; the toast offers to enable it again. */
export function DisableUserDialog({ user, onClose, onUndo }: Props) {
  const { t } = useTranslation('users');
  const update = useUpdateUser();
  const name = personName(user);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('disable.title', { name })}
      consequences={
        <Stack gap="sm">
          <LostDevices user={user} />
          <Text>{t('disable.text')}</Text>
        </Stack>
      }
      confirmLabel={t('disable.confirm')}
      confirming={update.isPending}
      onConfirm={() =>
        update.mutate(
          { username: user.username, changes: { is_active: false } },
          {
            onSuccess: () => {
              showUndoable(t('disable.done', { name }), onUndo);
              onClose();
            },
            onError: showFailure,
          },
        )
      }
    />
  );
}
