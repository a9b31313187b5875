import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useRemoveOwnPassword } from '../profile.queries.ts';

/** Removes the password: afterwards only a passkey signs in. */
export function RemovePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users');
  const remove = useRemoveOwnPassword();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('password.remove_title')}
      consequences={<Text>{t('password.remove_text')}</Text>}
      confirmLabel={t('action.remove_password')}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast.success(t('password.removed'));
            onClose();
          },
          onError: showFailure,
        })
      }
    />
  );
}
