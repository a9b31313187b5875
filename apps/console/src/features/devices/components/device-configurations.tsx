import type { DeviceConfig } from '@gatewarden/contract/devices';
import { fillPrivateKey } from '@gatewarden/net/wireguard-config';
import { Alert, Tabs } from '@mantine/core';
import { IconEyeOff, IconInfoCircle, IconMapPinOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DeviceConfiguration } from './device-configuration.tsx';
import { LoopbackWarning } from './loopback-warning.tsx';

interface Props {
  device: string;
  configs: readonly Pick<DeviceConfig, 'network_id' | 'network_name' | 'config'>[];
  /** Generated in this browser and never sent; undefined when the user has the key. */
  privateKey: string | undefined;
}

/** Configuration of a device for each of its locations. */
export function DeviceConfigurations({ device, configs, privateKey }: Props) {
  const { t } = useTranslation('devices');
  const [first] = configs;
  if (!first) {
    return <EmptyState icon={<IconMapPinOff />} title={t('config.none_title')} text={t('config.none_text')} />;
  }
  return (
    <>
      {privateKey === undefined ? (
        <Alert icon={<IconInfoCircle aria-hidden />} mb="md">
          {t('config.placeholder')}
        </Alert>
      ) : (
        <Alert color="amber" icon={<IconEyeOff aria-hidden />} mb="md">
          {t('config.once')}
        </Alert>
      )}
      <Tabs defaultValue={String(first.network_id)} keepMounted={false}>
        <Tabs.List aria-label={t('config.locations')}>
          {configs.map(({ network_id, network_name }) => (
            <Tabs.Tab key={network_id} value={String(network_id)}>
              {network_name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {configs.map(({ network_id, network_name, config }) => (
          <Tabs.Panel key={network_id} value={String(network_id)} pt="md">
            <LoopbackWarning locationId={network_id} config={config} />
            <DeviceConfiguration
              device={device}
              location={network_name}
              isComplete={privateKey !== undefined}
              text={privateKey === undefined ? config : fillPrivateKey(config, privateKey)}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
