import type { ListedDevice } from '@gatewarden/contract/traffic';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { showUndoable } from '../../../ui/undo-toast.ts';
import { useRemoveDevices, useRestoreDevices } from '../all-devices.queries.ts';
import { connectedTo } from '../filter-devices.ts';

interface Props {
  devices: readonly ListedDevice[];
  onClose: () => void;
  onRemoved: () => void;
}

const shownNames = 5;
/** Each is restored by a call of its own, within two minutes. */
const maxRestored = 200;

/** Removes several devices of any users; for a moment it can be undone. */
export function RemoveDevicesDialog({ devices, onClose, onRemoved }: Props) {
  const { t, i18n } = useTranslation('devices');
  const remove = useRemoveDevices();
  const { mutate: restore } = useRestoreDevices();
  const count = devices.length;
  const ids = devices.map(({ id }) => id);
  const people = new Set(devices.map(({ username }) => username)).size;
  const connected = devices.filter((device) => connectedTo(device).length > 0).length;
  const names = devices.slice(0, shownNames).map(({ name }) => name);
  if (count > shownNames) names.push(t('many.more', { count: count - shownNames }));
  const undo = () =>
    restore(ids, {
      onSuccess: ({ restored, error }) => {
        if (error) showFailure(error);
        toast.success(t('many.restored', { count: restored }));
      },
      onError: showFailure,
    });
  const removed = t('many.removed', { count });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('many.title', { count })}
      consequences={
        <Stack gap="sm">
          <Text fw={500}>{new Intl.ListFormat(i18n.language).format(names)}</Text>
          <Text>
            {t('many.consequences', {
              devices: t('many.devices', { count }),
              people: t('many.people', { count: people }),
            })}
          </Text>
          {connected > 0 && <Text>{t('many.connected', { count: connected })}</Text>}
          {count > maxRestored && <Text>{t('many.no_undo')}</Text>}
        </Stack>
      }
      confirmLabel={t('many.confirm', { count })}
      {...(count > maxRestored && { typeToConfirm: String(count) })}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(ids, {
          onSuccess: () => {
            if (count > maxRestored) toast.success(removed);
            else showUndoable(removed, undo);
            onRemoved();
            onClose();
          },
          onError: showFailure,
        })
      }
    />
  );
}
