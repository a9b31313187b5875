import type { NetworkDevice } from '@gatewarden/contract/network-devices';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { AccessReferencesNote } from '../../access-references/index.ts';
import { useDeleteNetworkDevice } from '../network-devices.queries.ts';

interface Props {
  device: NetworkDevice;
  onClose: () => void;
}

export function DeleteNetworkDeviceDialog({ device, onClose }: Props) {
  const { t } = useTranslation('network-devices');
  const remove = useDeleteNetworkDevice();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('delete.title', { device: device.name })}
      consequences={
        <Stack gap="sm">
          <Text>{t('delete.text', { location: device.location.name })}</Text>
          <AccessReferencesNote kind="device" id={device.id} />
        </Stack>
      }
      confirmLabel={t('delete.confirm')}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(device.id, {
          onSuccess: () => {
            toast.success(t('delete.done', { device: device.name }));
            onClose();
          },
          onError: showFailure,
        })
      }
    />
  );
}
