import type { UserAccess } from '@gatewarden/contract/locations';
import type { UserDevice } from '@gatewarden/contract/users';
import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../../ui/code-text.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import type { DeviceLink } from '../device-link.ts';
import { useDeviceRights } from '../use-device-rights.ts';
import { DeviceAssignment } from './device-assignment.tsx';
import type { DeviceAction } from './device-dialogs.tsx';
import { DeviceIcon } from './device-icon.tsx';
import styles from './device-list.module.css';
import { DeviceMenu } from './device-menu.tsx';
import { SwitchedOffNotice } from './switched-off-notice.tsx';

interface Props {
  device: UserDevice;
  /** Username. */
  owner: string;
  /** Page of the device. */
  link: DeviceLink;
  onAction: (action: DeviceAction) => void;
  /** Whether the owner can use the locations, by id; some may be missing. */
  locations: ReadonlyMap<number, UserAccess>;
}

/** One device with its locations, connections and public key. */
export function DeviceCard({ device, owner, link, locations, onAction }: Props) {
  const { t } = useTranslation('devices');
  const { configures } = useDeviceRights();
  return (
    <article className={styles.card} aria-label={device.name}>
      <div className={styles.head}>
        <div className={styles.titles}>
          <h3 className={styles.name}>
            <DeviceIcon name={device.name} className={styles.icon} />
            <TextLink {...link} inherit>
              {device.name}
            </TextLink>
          </h3>
          {device.description && <Text c="dimmed">{device.description}</Text>}
          <Text c="dimmed" size="xs">
            <RichText text={t('list.added')} parts={{ time: () => <RelativeTime at={device.created} /> }} />
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
            <DeviceAssignment
              key={network.network_id}
              device={device}
              network={network}
              owner={owner}
              link={link}
              access={locations.get(network.network_id)}
            />
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <span className={styles.key}>
          <span className={styles.keyLabel}>{t('field.public_key')}</span>
          <CodeText value={device.wireguard_pubkey} what={t('field.public_key')} oneLine />
        </span>
        {configures && (
          <Button variant="default" size="xs" onClick={() => onAction('config')}>
            {t('list.show_config')}
          </Button>
        )}
      </div>
    </article>
  );
}
