import type { AuthKey } from '@gatewarden/contract/auth-keys';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDeleteKey } from '../auth-keys.queries.ts';

interface Props {
  username: string;
  authKey: AuthKey;
  onClose: () => void;
}

export function DeleteKeyDialog({ username, authKey, onClose }: Props) {
  const { t } = useTranslation('auth-keys');
  const remove = useDeleteKey(username);
  const name = authKey.name ?? authKey.fingerprint;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('delete.title', { name })}
      consequences={<Text>{t(`delete.${authKey.key_type}`)}</Text>}
      confirmLabel={t('delete.confirm')}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(authKey.id, {
          onSuccess: () => {
            toast.success(t('delete.deleted', { name }));
            onClose();
          },
          onError: showFailure,
        })
      }
    />
  );
}
