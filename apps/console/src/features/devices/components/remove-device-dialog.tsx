import type { UserDevice } from '@gatewarden/contract/users';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useRemoveDevice } from '../devices.queries.ts';

interface Props {
  device: UserDevice;
  onClose: () => void;
}

export function RemoveDeviceDialog({ device, onClose }: Props) {
  const { t } = useTranslation('devices');
  const remove = useRemoveDevice();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('remove.title', { device: device.name })}
      consequences={<Text>{t('remove.consequences', { count: device.networks.length })}</Text>}
      confirmLabel={t('remove.confirm')}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(device.id, {
          onSuccess: () => {
            toast.success(t('remove.removed', { device: device.name }));
            onClose();
          },
          onError: showFailure,
        })
      }
    />
  );
}
