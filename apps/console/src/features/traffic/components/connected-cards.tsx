import type { DeviceStats } from '@gatewarden/contract/traffic';
import { IconServer } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { directions } from '../../../ui/chart/direction.ts';
import { DirectionLabel } from '../../../ui/chart/direction-label.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ConnectSession } from '../../location-mfa/index.ts';
import { type ConnectedOwner, transferred } from '../connected-devices.ts';
import styles from './connected-cards.module.css';
import { ConnectedDeviceName } from './connected-device-name.tsx';
import type { ConnectedListProps } from './connected-rows.tsx';
import { DeviceSparkline, useDevicesPeak } from './device-sparkline.tsx';
import { PersonLink } from './person-link.tsx';

/** One card per connected user or network device. */
export function ConnectedCards({ owners, ...window }: ConnectedListProps) {
  const { t } = useTranslation('traffic');
  const peak = useDevicesPeak(owners, window);
  return (
    <ul className={styles.cards} aria-label={t('connected.title')}>
      {owners.map((owner) => (
        <li key={owner.key} className={styles.card}>
          <OwnerCard owner={owner} peak={peak} {...window} />
        </li>
      ))}
    </ul>
  );
}

type Window = Omit<ConnectedListProps, 'owners'> & { peak: number };

function OwnerCard({ owner: { user, devices }, ...window }: Window & { owner: ConnectedOwner }) {
  const { t } = useTranslation('traffic');
  return (
    <>
      <div className={styles.head}>
        {user ? (
          <Avatar name={personName(user)} size="md" />
        ) : (
          <Avatar name="" size="md">
            <IconServer size="1rem" />
          </Avatar>
        )}
        <div className={styles.names}>
          <PersonLink user={user} />
          <div className={styles.dim}>
            {user ? t('connected.devices', { count: devices.length }) : devices[0]?.name}
          </div>
        </div>
      </div>
      {devices.map((device) => (
        <ConnectedDeviceCard key={device.id} device={device} user={user} {...window} />
      ))}
    </>
  );
}

type CardProps = Window & { device: DeviceStats; user: ConnectedOwner['user'] };

function ConnectedDeviceCard({ device, user, locationId, hours, at, peak }: CardProps) {
  const { t, i18n } = useTranslation(['traffic', 'common']);
  const total = transferred(device);
  return (
    <div className={styles.device}>
      <div className={styles.line}>
        <span className={styles.name}>
          <ConnectedDeviceName device={device} user={user} />
        </span>
        <span className={styles.dim}>
          {t('connected.since')} <RelativeTime at={device.connected_at} />
        </span>
      </div>
      <div className={styles.course}>
        <DeviceSparkline device={device} hours={hours} at={at} peak={peak} />
      </div>
      <div className={styles.line}>
        {directions.map((direction) => (
          <span key={direction} className={styles.dim}>
            <DirectionLabel direction={direction} short>
              {formatBytes(total[direction], i18n.language)}
            </DirectionLabel>
          </span>
        ))}
      </div>
      {user && device.mfa_expires_at !== null && (
        <Suspense>
          <ConnectSession
            locationId={locationId}
            deviceId={device.id}
            device={device.name}
            owner={personName(user)}
            until={device.mfa_expires_at}
            isConnected
          />
        </Suspense>
      )}
      <dl className={styles.facts}>
        <Fact name={t('column.addresses')} values={device.wireguard_ips} />
        <Fact name={t('column.public_ip')} values={device.public_ip === null ? [] : [device.public_ip]} />
      </dl>
    </div>
  );
}

function Fact({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {values.length === 0 && '–'}
        {values.map((value) => (
          <span key={value} className={styles.value}>
            {value} <CopyButton value={value} what={value} />
          </span>
        ))}
      </dd>
    </div>
  );
}
