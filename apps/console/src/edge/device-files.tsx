import { Button, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appLinks, ConfigurationFiles, LinuxCommand, type Platform, scansCodes } from '../features/devices/index.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ExternalLinkButton } from '../ui/external-link-button.tsx';
import { NumberedStep, NumberedSteps } from '../ui/numbered-steps.tsx';
import type { useAddDevice } from './edge.queries.ts';
import { useConfirmUnload } from './use-confirm-unload.ts';

interface Props {
  platform: Platform;
  added: NonNullable<ReturnType<typeof useAddDevice>['data']>;
  /** Called when everything is saved. */
  onSaved: () => void;
  onNext: () => void;
}

/** What is left to do with the WireGuard app. Asks before the private key is lost. */
export function DeviceFiles({ platform, added: { device, configs, privateKey }, onSaved, onNext }: Props) {
  const { t } = useTranslation(['devices', 'edge']);
  const [saved, setSaved] = useState<ReadonlySet<number>>(new Set());
  const [shown, setShown] = useState<number>();
  const [isAsking, setAsking] = useState(false);
  const isUnsaved = privateKey !== undefined && !configs.every(({ network_id }) => saved.has(network_id));
  useConfirmUnload(isUnsaved);
  useEffect(() => {
    if (!isUnsaved) onSaved();
  }, [isUnsaved, onSaved]);
  return (
    <>
      <Title order={2} size="h3">
        {t('connect.title', { device: device.name })}
      </Title>
      <NumberedSteps>
        <NumberedStep title={t('connect.install')}>
          <ExternalLinkButton href={appLinks[platform]}>
            {t('connect.get', { platform: t(`platform.${platform}`) })}
          </ExternalLinkButton>
        </NumberedStep>
        <NumberedStep title={scansCodes(platform) ? t('connect.scan_or_import') : t('connect.import')}>
          <Text>{t(`guide.${platform}.import`)}</Text>
          <ConfigurationFiles
            device={device.name}
            configs={configs}
            privateKey={privateKey}
            note={t(scansCodes(platform) ? 'config.once' : 'config.once_file')}
            showsCode={scansCodes(platform)}
            twoFactor={{
              locationIds: configs.filter(isProtected).map(({ network_id }) => network_id),
              note: t('edge:device.authorize'),
            }}
            onShown={setShown}
            onSaved={(ids) => setSaved((before) => new Set([...before, ...ids]))}
          />
        </NumberedStep>
        <NumberedStep title={t('connect.switch_on')}>
          <Text>{t(`guide.${platform}.start`)}</Text>
          {platform === 'linux' && <LinuxCommand device={device.name} configs={configs} shown={shown} />}
        </NumberedStep>
      </NumberedSteps>
      <DialogActions>
        <Button onClick={() => (isUnsaved ? setAsking(true) : onNext())}>{t('edge:next')}</Button>
      </DialogActions>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onNext}
        title={t('add.leave_title')}
        consequences={t('add.leave_text')}
        confirmLabel={t('add.leave')}
      />
    </>
  );
}

/** `LocationMfaMode` of the interface reference: 1 is disabled. */
const isProtected = ({ location_mfa_mode: mode }: Props['added']['configs'][number]) => mode !== 1;
