import type { Provider } from '@gatewarden/contract/identity-providers';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDeleteProvider } from '../identity-providers.queries.ts';

interface Props {
  provider: Provider;
  onClose: () => void;
}

export function DeleteProviderDialog({ provider: { name }, onClose }: Props) {
  const { t } = useTranslation('identity-providers');
  const remove = useDeleteProvider();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('delete.title', { name })}
      consequences={<Text>{t('delete.text')}</Text>}
      confirmLabel={t('delete.confirm')}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(name, {
          onSuccess: () => {
            toast.success(t('delete.done', { name }));
            onClose();
          },
          onError: showFailure,
        })
      }
    />
  );
}
