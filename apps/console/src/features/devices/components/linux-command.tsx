import type { DeviceConfig } from '@gatewarden/contract/devices';
import { configFileName } from '@gatewarden/net/config-file-name';
import { useTranslation } from 'react-i18next';
import { CommandLine } from '../../../ui/command-line.tsx';

interface Props {
  device: string;
  configs: readonly Pick<DeviceConfig, 'network_id' | 'network_name'>[];
  /** Location whose file is shown. */
  shown: number | undefined;
}

/** Connects with the file that is shown, once the browser has downloaded it; nothing without a location. */
export function LinuxCommand({ device, configs, shown }: Props) {
  const { t } = useTranslation('devices');
  const config = configs.find(({ network_id }) => network_id === shown);
  if (!config) return null;
  const fileName = configFileName({ device, location: config.network_name });
  const tunnel = fileName.replace(/\.conf$/, '');
  return (
    <CommandLine
      label={t('connect.command')}
      command={`sudo install -m 600 ${fileName} /etc/wireguard/ && sudo wg-quick up ${tunnel}`}
    />
  );
}
