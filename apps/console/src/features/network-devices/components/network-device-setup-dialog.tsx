import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { DeviceConfigurations } from '../../devices/index.ts';
import type { useAddNetworkDevice } from '../network-devices.queries.ts';

interface Props {
  added: NonNullable<ReturnType<typeof useAddNetworkDevice>['data']>;
  onDone: () => void;
}

/** Shows the configuration of a new device: once if it has a generated private key. */
export function NetworkDeviceSetupDialog({ added: { device, config, privateKey }, onDone }: Props) {
  const { t } = useTranslation('network-devices');
  const shared = { title: t('config.set_up', { device: device.name }), size: 'xl' };
  const configuration = (
    <DeviceConfigurations
      device={device.name}
      configs={[config]}
      privateKey={privateKey}
      note={t('config.once')}
      showsCode={false}
      access={undefined}
    />
  );
  if (privateKey === undefined) {
    return (
      <Modal {...shared} opened onClose={onDone}>
        {configuration}
        <DialogActions>
          <Button variant="default" onClick={onDone}>
            {t('done')}
          </Button>
        </DialogActions>
      </Modal>
    );
  }
  return (
    <SecretDialog
      {...shared}
      savedLabel={t('config.saved')}
      leaveTitle={t('leave.title')}
      leaveText={t('leave.text')}
      onDone={onDone}
    >
      <div>{configuration}</div>
    </SecretDialog>
  );
}
