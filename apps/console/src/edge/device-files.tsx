import { Button, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appLinks, ConfigurationFiles, LinuxCommand, type Platform, scansCodes } from '../features/devices/index.ts';
import { NumberedStep, NumberedSteps } from '../ui/numbered-steps.tsx';
import type { useAddDevice } from './edge.queries.ts';

interface Props {
  platform: Platform;
  added: NonNullable<ReturnType<typeof useAddDevice>['data']>;
}

/** What is left to do with the WireGuard app. */
export function DeviceFiles({ platform, added: { device, configs, privateKey } }: Props) {
  const { t } = useTranslation(['devices']);
  const [saved, setSaved] = useState<ReadonlySet<number>>(new Set());
  useConfirmUnload(privateKey !== undefined && !configs.every(({ network_id }) => saved.has(network_id)));
  return (
    <>
      <Title order={2} size="h3">
        {t('connect.title', { device: device.name })}
      </Title>
      <NumberedSteps>
        <NumberedStep title={t('connect.install')}>
          <Button
            component="a"
            href={appLinks[platform]}
            target="_blank"
            rel="noreferrer"
            variant="default"
            rightSection={<IconExternalLink size="1rem" aria-hidden />}
          >
            {t('connect.get', { platform: t(`platform.${platform}`) })}
          </Button>
        </NumberedStep>
        <NumberedStep title={scansCodes(platform) ? t('connect.scan_or_import') : t('connect.import')}>
          <Text>{t(`guide.${platform}.import`)}</Text>
          <ConfigurationFiles
            device={device.name}
            configs={configs}
            privateKey={privateKey}
            note={t(scansCodes(platform) ? 'config.once' : 'config.once_file')}
            showsCode={scansCodes(platform)}
            onSaved={(ids) => setSaved((before) => new Set([...before, ...ids]))}
          />
        </NumberedStep>
        <NumberedStep title={t('connect.switch_on')}>
          <Text>{t(`guide.${platform}.start`)}</Text>
          {platform === 'linux' && configs[0] && (
            <LinuxCommand device={device.name} location={configs[0].network_name} />
          )}
        </NumberedStep>
      </NumberedSteps>
    </>
  );
}

/** The browser asks before it reloads or closes the page, the only place where the private key is. */
function useConfirmUnload(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isActive]);
}
