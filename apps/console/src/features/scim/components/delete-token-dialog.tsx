import type { ScimToken } from '@gatewarden/contract/scim';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDeleteScimToken } from '../scim.queries.ts';

interface Props {
  token: ScimToken;
  onClose: () => void;
}

export function DeleteTokenDialog({ token: { id, name }, onClose }: Props) {
  const { t } = useTranslation('scim');
  const remove = useDeleteScimToken();
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
