import type { UserDevice } from '@gatewarden/contract/users';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { showUndoable } from '../../../ui/undo-toast.ts';
import { useRemoveDevice, useRestoreDevice } from '../devices.queries.ts';

interface Props {
  device: UserDevice;
  onClose: () => void;
  /** On the page of the device, which must be left. */
  onRemoved?: () => void;
}

export function RemoveDeviceDialog({ device, onClose, onRemoved }: Props) {
  const { t, i18n } = useTranslation('devices');
  const remove = useRemoveDevice();
  const restore = useRestoreDevice();
  const undo = () =>
    restore.mutate(device.id, {
      onSuccess: ({ readdressed_locations: locations }) => {
        const message = t('remove.restored', { device: device.name });
        if (locations.length === 0) toast.success(message);
        else
          toast.warning(message, {
            subMessage: t('remove.readdressed', { locations: new Intl.ListFormat(i18n.language).format(locations) }),
            lifetime: 15_000,
          });
      },
      onError: showFailure,
    });
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
            showUndoable(t('remove.removed', { device: device.name }), undo);
            onClose();
            onRemoved?.();
          },
          onError: showFailure,
        })
      }
    />
  );
}
