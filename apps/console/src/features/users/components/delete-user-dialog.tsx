import type { UserInfo } from '@gatewarden/contract/users';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { AccessReferencesNote } from '../../access-references/index.ts';
import { useDeleteUser, userQuery } from '../users.queries.ts';
import { LostDevices } from './lost-devices.tsx';

interface Props {
  user: UserInfo;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteUserDialog({ user, onClose, onDeleted }: Props) {
  const { t } = useTranslation('users');
  const remove = useDeleteUser();
  const name = personName(user);
  const details = useQuery({ ...userQuery(user.username), staleTime: 0 });
  const hasNoDevices = details.data?.devices.length === 0;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('delete.title', { name })}
      consequences={
        <Stack gap="sm">
          {!hasNoDevices && <LostDevices user={user} />}
          <Text>{hasNoDevices ? t('delete.text_no_devices') : t('delete.text')}</Text>
          <AccessReferencesNote kind="user" id={user.id} />
        </Stack>
      }
      confirmLabel={t('delete.confirm')}
      typeToConfirm={user.username}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(user.username, {
          onSuccess: () => {
            toast.success(t('delete.done', { name }));
            onClose();
            onDeleted?.();
          },
          onError: showFailure,
        })
      }
    />
  );
}
