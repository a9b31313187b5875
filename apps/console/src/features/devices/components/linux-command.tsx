import { configFileName } from '@gatewarden/net/config-file-name';
import { useTranslation } from 'react-i18next';
import { CommandLine } from '../../../ui/command-line.tsx';

interface Props {
  device: string;
  location: string;
}

/** Connects with the file that the browser downloaded. */
export function LinuxCommand(names: Props) {
  const { t } = useTranslation('devices');
  const fileName = configFileName(names);
  const tunnel = fileName.replace(/\.conf$/, '');
  return (
    <CommandLine
      label={t('connect.command')}
      command={`sudo install -m 600 ${fileName} /etc/wireguard/ && sudo wg-quick up ${tunnel}`}
    />
  );
}
