import type { UserAccess } from '@gatewarden/contract/locations';
import type { UserDevice } from '@gatewarden/contract/users';
import { Button, Menu, Text } from '@mantine/core';
import { IconFileText, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { DeviceAssignment } from './device-assignment.tsx';
import styles from './device-list.module.css';
import { SwitchedOffNotice } from './switched-off-notice.tsx';

export type DeviceAction = 'edit' | 'remove' | 'config';

interface Props {
  device: UserDevice;
  onAction: (action: DeviceAction) => void;
}

interface CardProps extends Props {
  /** Whether the owner can use the locations, by id; some may be missing. */
  locations: ReadonlyMap<number, UserAccess>;
}

/** One device with its locations, connections and public key. */
export function DeviceCard({ device, locations, onAction }: CardProps) {
  const { t } = useTranslation('devices');
  return (
    <article className={styles.card} aria-label={device.name}>
      <div className={styles.head}>
        <div className={styles.titles}>
          <h3 className={styles.name}>{device.name}</h3>
          {device.description && <Text c="dimmed">{device.description}</Text>}
          <Text c="dimmed" size="xs">
            {t('field.added')} <RelativeTime at={device.created} />
          </Text>
        </div>
        <DeviceMenu device={device} onAction={onAction} />
      </div>
      {device.stopped_at !== null && <SwitchedOffNotice device={device} at={device.stopped_at} />}
      {device.networks.length === 0 ? (
        <Text c="dimmed">{t('list.no_location')}</Text>
      ) : (
        <ul className={styles.places}>
          {device.networks.map((network) => (
            <DeviceAssignment key={network.network_id} network={network} access={locations.get(network.network_id)} />
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <span className={styles.key}>
          <span className={styles.keyLabel}>{t('field.public_key')}</span>
          <code className={styles.keyText} title={device.wireguard_pubkey}>
            {device.wireguard_pubkey}
          </code>
          <CopyButton value={device.wireguard_pubkey} what={t('field.public_key')} />
        </span>
        <Button variant="default" size="xs" onClick={() => onAction('config')}>
          {t('list.show_config')}
        </Button>
      </div>
    </article>
  );
}

function DeviceMenu({ device, onAction }: Props) {
  const { t } = useTranslation('devices');
  return (
    <ActionsMenu label={t('list.menu', { device: device.name })}>
      <Menu.Item leftSection={<IconFileText size="1rem" />} onClick={() => onAction('config')}>
        {t('list.show_config')}
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil size="1rem" />} onClick={() => onAction('edit')}>
        {t('list.edit')}
      </Menu.Item>
      <Menu.Divider />
      <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onAction('remove')}>
        {t('list.remove')}
      </DangerItem>
    </ActionsMenu>
  );
}
