import type { DeviceConfig } from '@gatewarden/contract/devices';
import { fillPrivateKey } from '@gatewarden/net/wireguard-config';
import { Tabs } from '@mantine/core';
import { IconMapPinOff, IconShieldLock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DeviceConfiguration } from './device-configuration.tsx';
import styles from './device-configurations.module.css';
import { DownloadAll } from './download-all.tsx';

interface File {
  readonly network_id: number;
  readonly network_name: string;
  /** WireGuard configuration, with the private key if it is known. */
  readonly text: string;
}

export interface ConfigurationFilesProps {
  device: string;
  configs: readonly Pick<DeviceConfig, 'network_id' | 'network_name' | 'config'>[];
  /** Generated in this browser and never sent; undefined when the user has the key. */
  privateKey: string | undefined;
  /** About the private key: who may have it, and that it is shown once. */
  note?: string | undefined;
  /** As of `DeviceConfiguration`. */
  showsCode: boolean;
  /** Location that is shown first; absent: the first one. */
  first?: number | undefined;
  /** Locations that require two-factor authentication: their tabs are marked, and the note is above their files. */
  twoFactor?: { readonly locationIds: readonly number[]; readonly note: ReactNode } | undefined;
  /** What is shown above a file. */
  renderState?: (file: File) => ReactNode;
  /** Called with the location whose file is shown, at first and when the user chooses another one. */
  onShown?: ((locationId: number) => void) | undefined;
  /** Called with the locations whose files were downloaded. */
  onSaved?: ((locationIds: readonly number[]) => void) | undefined;
}

/** WireGuard files of a device, one for each of its locations. Needs no session. */
export function ConfigurationFiles({ device, configs, privateKey, note, ...props }: ConfigurationFilesProps) {
  const { showsCode, first, twoFactor, renderState, onShown, onSaved } = props;
  const { t } = useTranslation('devices');
  const [chosen, setChosen] = useState(first ?? configs[0]?.network_id);
  useEffect(() => {
    if (chosen !== undefined) onShown?.(chosen);
  }, [chosen, onShown]);
  if (configs.length === 0) {
    return <EmptyState icon={<IconMapPinOff />} title={t('config.none_title')} text={t('config.none_text')} />;
  }
  const files = configs.map(({ config, ...location }) => ({
    ...location,
    text: privateKey === undefined ? config : fillPrivateKey(config, privateKey),
  }));
  const isProtected = (id: number) => twoFactor?.locationIds.includes(id) === true;
  const shown = (file: File) => (
    <>
      {isProtected(file.network_id) && (
        <Callout tone="info" mb="md">
          {twoFactor?.note}
        </Callout>
      )}
      {renderState?.(file)}
      <DeviceConfiguration
        device={device}
        location={file.network_name}
        isComplete={privateKey !== undefined}
        showsCode={showsCode}
        text={file.text}
        onSaved={() => onSaved?.([file.network_id])}
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
          <Tabs value={String(chosen)} onChange={(id) => setChosen(Number(id))} keepMounted={false}>
            <Tabs.List className={styles.tabs ?? ''} aria-label={t('config.locations')}>
              {files.map(({ network_id, network_name }) => (
                <Tabs.Tab
                  key={network_id}
                  value={String(network_id)}
                  rightSection={
                    isProtected(network_id) && (
                      <IconShieldLock size="1rem" role="img" aria-label={t('config.two_factor')} />
                    )
                  }
                >
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
