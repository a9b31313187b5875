import { configFileName, configFileNames } from '@gatewarden/net/config-file-name';
import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { downloadBlob } from '../../../lib/download-blob.ts';
import { showFailure } from '../../../lib/form-errors.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import styles from './device-configuration.module.css';

interface Props {
  device: string;
  files: readonly { readonly network_name: string; readonly text: string }[];
  onSaved: () => void;
}

/** Downloads the configurations of all locations as one archive, which the WireGuard apps import as it is. */
export function DownloadAll({ device, files, onSaved }: Props) {
  const { t } = useTranslation('devices');
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { strToU8, zipSync } = await import('fflate');
      const names = configFileNames({ device, locations: files.map(({ network_name }) => network_name) });
      const archive = zipSync(Object.fromEntries(files.map(({ text }, at) => [names[at], strToU8(`${text}\n`)])));
      downloadBlob(archiveName(device), new Blob([archive], { type: 'application/zip' }));
    },
    onSuccess: onSaved,
    onError: showFailure,
  });
  return (
    <Button
      variant="default"
      mt="md"
      className={styles.all}
      leftSection={<IconFileZip size="1rem" />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('config.download_all')}
    </Button>
  );
}

function archiveName(device: string): string {
  return configFileName({ device, location: 'vpn' }).replace(/\.conf$/, '.zip');
}
