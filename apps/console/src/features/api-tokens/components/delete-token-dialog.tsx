import type { ApiToken } from '@gatewarden/contract/api-tokens';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDeleteToken } from '../api-tokens.queries.ts';

interface Props {
  username: string;
  token: ApiToken;
  onClose: () => void;
}

export function DeleteTokenDialog({ username, token, onClose }: Props) {
  const { t } = useTranslation('api-tokens');
  const remove = useDeleteToken(username);
  const { id, name } = token;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('delete.title', { name })}
      consequences={<Text>{t('delete.text')}</Text>}
      confirmLabel={t('delete.confirm')}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(id, {
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
