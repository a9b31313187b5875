import type { UserDevice } from '@gatewarden/contract/users';
import { Modal } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { deviceConfigQuery } from '../devices.queries.ts';
import { DeviceConfigurations } from './device-configurations.tsx';

interface Props {
  device: UserDevice;
  onClose: () => void;
}

/** Configurations of an existing device, without its private key. */
export function ShowConfigDialog({ device, onClose }: Props) {
  const { t } = useTranslation('devices');
  const texts = useQueries({
    queries: device.networks.map(({ network_id }) => deviceConfigQuery(device.id, network_id)),
  });
  const failed = texts.find((text) => text.isError);
  const configs = device.networks.map(({ network_id, network_name }, index) => ({
    network_id,
    network_name,
    config: texts[index]?.data ?? '',
  }));
  return (
    <Modal opened onClose={onClose} size="xl" title={t('config.title', { device: device.name })}>
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : texts.some((text) => text.isPending) ? (
        <FormSkeleton />
      ) : (
        <DeviceConfigurations
          device={device.name}
          configs={configs}
          privateKey={undefined}
          showsCode={false}
          access={undefined}
        />
      )}
    </Modal>
  );
}
