import type { UserAccess } from '@gatewarden/contract/locations';
import type { Connection as Traffic } from '@gatewarden/contract/traffic';
import type { UserDevice } from '@gatewarden/contract/users';
import { Button } from '@mantine/core';
import { IconFileText, IconMapPinOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { DirectionLabel } from '../../../ui/chart/direction-label.tsx';
import { CodeText } from '../../../ui/code-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useMe } from '../../auth/index.ts';
import { userAccessQuery } from '../../users/index.ts';
import { useDeviceRights } from '../use-device-rights.ts';
import { ConfigurationHint } from './configuration-hint.tsx';
import { Connection, Origin } from './device-assignment.tsx';
import styles from './device-places.module.css';
import { TwoFactorSession } from './two-factor-session.tsx';

type Network = UserDevice['networks'][number];

interface Props {
  device: UserDevice;
  owner: string;
  /** Those of the device; some may be missing. */
  connections: readonly Traffic[];
  onShowConfig: (network: Network) => void;
}

/** Locations of a device: whether it is connected there, what keeps it from it, its addresses and configuration. */
export function DevicePlaces({ device, owner, connections, onShowConfig }: Props) {
  const { t } = useTranslation('devices');
  const { networks } = device;
  const access = useQuery(userAccessQuery(owner)).data;
  return (
    <Panel title={t('field.locations')} variant="open">
      {networks.length === 0 ? (
        <EmptyState
          variant="row"
          icon={<IconMapPinOff />}
          title={t('list.no_location')}
          text={t('page.no_location_text')}
        />
      ) : (
        <RowList label={t('field.locations')}>
          {networks.map((network) => (
            <Place
              key={network.network_id}
              device={device}
              owner={owner}
              network={network}
              access={access?.find(({ location_id: id }) => id === network.network_id)}
              traffic={connections.find(({ location_id: id }) => id === network.network_id)}
              onShowConfig={() => onShowConfig(network)}
            />
          ))}
        </RowList>
      )}
    </Panel>
  );
}

interface PlaceProps {
  device: UserDevice;
  owner: string;
  network: Network;
  /** Undefined while it is not known. */
  access: UserAccess | undefined;
  /** Of the last 24 hours, while it is connected. */
  traffic: Traffic | undefined;
  onShowConfig: () => void;
}

function Place({ device, owner, network, access, traffic, onShowConfig }: PlaceProps) {
  const { t } = useTranslation('devices');
  const { is_admin: isAdmin } = useMe();
  const { configures } = useDeviceRights();
  const { network_id: id, network_name: name, device_wireguard_ips: ips } = network;
  return (
    <Row
      name={name}
      {...(isAdmin && {
        link: (
          <TextLink to="/locations/$locationId" params={{ locationId: String(id) }} inherit>
            {name}
          </TextLink>
        ),
      })}
      badge={<Connection network={network} />}
      actions={
        configures && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileText size="1rem" />}
            aria-label={t('config.of', { location: name })}
            onClick={onShowConfig}
          >
            {t('page.configuration')}
          </Button>
        )
      }
    >
      <ul className={styles.addresses} aria-label={t('page.addresses')}>
        {ips.map((ip) => (
          <li key={ip}>
            <CodeText value={ip} what={ip} />
          </li>
        ))}
      </ul>
      <RowFacts>
        {access && <Reach access={access} />}
        <Origin network={network} />
      </RowFacts>
      <ConfigurationHint device={device} network={network} />
      <TwoFactorSession device={device} network={network} owner={owner} access={access} />
      {traffic && <Transferred traffic={traffic} />}
    </Row>
  );
}

function Transferred({ traffic: { upload, download } }: { traffic: Traffic }) {
  const { t } = useTranslation('devices');
  const locale = useLocale();
  // the interface counts as gateways do: what they upload, the device downloads
  return (
    <RowFacts>
      <DirectionLabel direction="down" short>
        {formatBytes(upload, locale)}
      </DirectionLabel>
      <DirectionLabel direction="up" short>
        {formatBytes(download, locale)}
      </DirectionLabel>
      <span>{t('page.day')}</span>
    </RowFacts>
  );
}

/** Whether the device could connect to the location now. */
function Reach({ access: { obstacle, gateway } }: { access: UserAccess }) {
  const { t } = useTranslation('devices');
  if (obstacle === 'second_factor_required') return <StatusBadge tone="warning">{t('list.needs_2fa')}</StatusBadge>;
  if (gateway === 'connected') return <StatusBadge tone="success">{t('page.gateway_connected')}</StatusBadge>;
  return <StatusBadge tone="warning">{t(gateway === 'none' ? 'list.no_gateway' : 'list.gateway_away')}</StatusBadge>;
}
