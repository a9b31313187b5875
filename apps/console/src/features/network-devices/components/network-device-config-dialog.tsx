import type { NetworkDevice } from '@gatewarden/contract/network-devices';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { DeviceConfigurations } from '../../devices/index.ts';
import { networkDeviceConfigQuery } from '../network-devices.queries.ts';

interface Props {
  device: NetworkDevice;
  onClose: () => void;
}

/** The configuration of an existing device, without its private key. */
export function NetworkDeviceConfigDialog({ device, onClose }: Props) {
  const { t } = useTranslation('network-devices');
  const config = useQuery(networkDeviceConfigQuery(device.id));
  const { id, name } = device.location;
  return (
    <Modal opened onClose={onClose} size="xl" title={t('config.title', { device: device.name })}>
      {config.isPending ? (
        <FormSkeleton />
      ) : config.data === undefined ? (
        <ErrorState error={config.error} onRetry={() => void config.refetch()} retrying={config.isFetching} />
      ) : (
        <DeviceConfigurations
          device={device.name}
          configs={[{ network_id: id, network_name: name, config: config.data }]}
          privateKey={undefined}
          showsCode={false}
          access={undefined}
        />
      )}
    </Modal>
  );
}
