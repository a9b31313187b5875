import type { DeviceConfig } from '@gatewarden/contract/devices';
import type { UserAccess } from '@gatewarden/contract/locations';
import { fillPrivateKey } from '@gatewarden/net/wireguard-config';
import { Tabs, Text } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { DeviceConfiguration } from './device-configuration.tsx';
import styles from './device-configurations.module.css';
import { DownloadAll } from './download-all.tsx';
import { LoopbackWarning } from './loopback-warning.tsx';

interface Props {
  device: string;
  configs: readonly Pick<DeviceConfig, 'network_id' | 'network_name' | 'config'>[];
  /** Generated in this browser and never sent; undefined when the user has the key. */
  privateKey: string | undefined;
  /** About the private key: who may have it, and that it is shown once. */
  note?: string;
  /** As of `DeviceConfiguration`. */
  showsCode: boolean;
  /** Whether the owner can use the locations; undefined while this is not known. */
  access: readonly UserAccess[] | undefined;
  /** Called with the locations whose files were downloaded. */
  onSaved?: (locationIds: readonly number[]) => void;
}

/** Configuration of a device for each of its locations. */
export function DeviceConfigurations({ device, configs, privateKey, note, showsCode, access, onSaved }: Props) {
  const { t } = useTranslation('devices');
  if (configs.length === 0) {
    return <EmptyState icon={<IconMapPinOff />} title={t('config.none_title')} text={t('config.none_text')} />;
  }
  const gatewayOf = (id: number) => access?.find(({ location_id }) => location_id === id)?.gateway ?? 'connected';
  const files = configs.map(({ config, ...location }) => ({
    ...location,
    gateway: gatewayOf(location.network_id),
    text: privateKey === undefined ? config : fillPrivateKey(config, privateKey),
  }));
  const first = files.find(({ gateway }) => gateway === 'connected') ?? files[0];
  const shown = ({ network_id, network_name, gateway, text }: (typeof files)[number]) => (
    <>
      {gateway !== 'connected' && (
        <Text mb="sm">
          <StatusBadge tone="warning">{t(gateway === 'none' ? 'list.no_gateway' : 'list.gateway_away')}</StatusBadge>
        </Text>
      )}
      <LoopbackWarning locationId={network_id} config={text} />
      <DeviceConfiguration
        device={device}
        location={network_name}
        isComplete={privateKey !== undefined}
        showsCode={showsCode}
        text={text}
        onSaved={() => onSaved?.([network_id])}
      />
    </>
  );
  return (
    <>
      {privateKey === undefined ? (
        <Callout tone="info" mb="md">
          {t('config.placeholder')}
        </Callout>
      ) : (
        <Callout tone="warning" role="note" mb="md">
          {note}
        </Callout>
      )}
      {files.length === 1 && files[0] ? (
        shown(files[0])
      ) : (
        <>
          <Tabs defaultValue={String(first?.network_id)} keepMounted={false}>
            <Tabs.List className={styles.tabs ?? ''} aria-label={t('config.locations')}>
              {files.map(({ network_id, network_name }) => (
                <Tabs.Tab key={network_id} value={String(network_id)}>
                  {network_name}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {files.map((file) => (
              <Tabs.Panel key={file.network_id} value={String(file.network_id)} pt="md">
                {shown(file)}
              </Tabs.Panel>
            ))}
          </Tabs>
          <DownloadAll
            device={device}
            files={files}
            onSaved={() => onSaved?.(files.map(({ network_id }) => network_id))}
          />
        </>
      )}
    </>
  );
}
