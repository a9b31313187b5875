import type { UserDevice } from '@gatewarden/contract/users';
import { Menu } from '@mantine/core';
import { IconFileText, IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { useDeviceRights } from '../use-device-rights.ts';
import type { DeviceAction } from './device-dialogs.tsx';

interface Props {
  device: UserDevice;
  onAction: (action: DeviceAction) => void;
  /** Beside a button that edits the device. */
  inPageHeader?: boolean;
}

/** Actions of a device that the signed-in user may take; nothing without any. */
export function DeviceMenu({ device, onAction, inPageHeader = false }: Props) {
  const { t } = useTranslation('devices');
  const { manages, configures } = useDeviceRights();
  const canShow = configures && device.networks.length > 0;
  const canChange = manages && configures;
  if (!canShow && !manages) return;
  return (
    <ActionsMenu label={t('list.menu', { device: device.name })} variant={inPageHeader ? 'outlined' : 'plain'}>
      {canShow && (
        <Menu.Item leftSection={<IconFileText size="1rem" />} onClick={() => onAction('config')}>
          {t('list.show_config')}
        </Menu.Item>
      )}
      {canChange && !inPageHeader && (
        <Menu.Item leftSection={<IconPencil size="1rem" />} onClick={() => onAction('edit')}>
          {t('list.edit')}
        </Menu.Item>
      )}
      {canChange && device.networks.length > 0 && (
        <Menu.Item leftSection={<IconKey size="1rem" />} onClick={() => onAction('rekey')}>
          {t('rekey.action')}
        </Menu.Item>
      )}
      {manages && (
        <>
          {(canShow || canChange) && <Menu.Divider />}
          <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onAction('remove')}>
            {t('list.remove')}
          </DangerItem>
        </>
      )}
    </ActionsMenu>
  );
}
