import type { NetworkDevice } from '@gatewarden/contract/network-devices';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useRestartNetworkDevice } from '../network-devices.queries.ts';
import { ClientCommandDialog } from './client-command-dialog.tsx';

interface Props {
  device: NetworkDevice;
  onClose: () => void;
}

/** Asks for confirmation and issues a new token for the command-line client of a device. */
export function ClientTokenDialog({ device, onClose }: Props) {
  const { t } = useTranslation('network-devices');
  const restart = useRestartNetworkDevice();
  if (restart.data) return <ClientCommandDialog device={device.name} enrollment={restart.data} onDone={onClose} />;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('token.title', { device: device.name })}
      consequences={<Text>{t(device.configured ? 'token.replaces_key' : 'token.text')}</Text>}
      confirmLabel={t('token.confirm')}
      confirming={restart.isPending}
      onConfirm={() => restart.mutate(device.id, { onError: showFailure })}
    />
  );
}
