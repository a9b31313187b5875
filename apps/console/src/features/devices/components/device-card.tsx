import type { UserDevice } from '@gatewarden/contract/users';
import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDots, IconFileText, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from './device-list.module.css';

interface Props {
  device: UserDevice;
  onAction: (action: 'edit' | 'remove' | 'config') => void;
}

/** One device: name, key, addresses by location. */
export function DeviceCard({ device, onAction }: Props) {
  const { t } = useTranslation('devices');
  return (
    <article className={styles.card} aria-label={device.name}>
      <div className={styles.head}>
        <h3 className={styles.name}>{device.name}</h3>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t('list.menu', { device: device.name })}>
              <IconDots size="1.25rem" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconFileText size="1rem" />} onClick={() => onAction('config')}>
              {t('list.show_config')}
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil size="1rem" />} onClick={() => onAction('edit')}>
              {t('list.edit')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size="1rem" />} onClick={() => onAction('remove')}>
              {t('list.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {device.description !== null && <Text c="dimmed">{device.description}</Text>}
      <ul className={styles.places}>
        {device.networks.length === 0 && <Text c="dimmed">{t('list.no_location')}</Text>}
        {device.networks.map((network) => (
          <li key={network.network_id} className={styles.place}>
            <Text component="span" fw={500}>
              {network.network_name}
            </Text>
            <Text component="span" c="dimmed">
              {network.device_wireguard_ips.join(', ')}
            </Text>
          </li>
        ))}
      </ul>
      <div className={styles.head}>
        <Text component="span" c="dimmed" truncate>
          {device.wireguard_pubkey}
        </Text>
        <CopyButton value={device.wireguard_pubkey} what={t('field.public_key')} />
      </div>
    </article>
  );
}
