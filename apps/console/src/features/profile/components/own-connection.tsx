import { Skeleton, Title } from '@mantine/core';
import { IconDeviceLaptop, IconMapPinOff, IconPlus, IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../../lib/connection.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { LiveDot } from '../../../ui/live-dot.tsx';
import reach from '../../../ui/within-reach.module.css';
import { useMe } from '../../auth/index.ts';
import { connectionsQuery, devicesOfUserQuery, useDeviceRights } from '../../devices/index.ts';
import { useIsLive } from '../../live/index.ts';
import { useEssentials } from '../../settings/index.ts';
import { userAccessQuery } from '../../users/index.ts';
import { type OwnState, ownState } from '../own-connection.ts';
import { ConnectionLines } from './connection-lines.tsx';
import styles from './own-connection.module.css';

/** Says first whether the signed-in user is connected, and otherwise what to do. */
export function OwnConnection() {
  const { t } = useTranslation('profile');
  const { username } = useMe();
  const live = useIsLive();
  const devices = useQuery(devicesOfUserQuery(username));
  const connections = useQuery(connectionsQuery(username));
  const access = useQuery(userAccessQuery(username));
  if (devices.data && connections.data && !access.isPending) {
    const state = ownState({ devices: devices.data, connections: connections.data, access: access.data });
    const dot = <LiveDot updatedAt={connections.dataUpdatedAt} live={live && !connections.isError} />;
    return <State state={state} dot={devices.data.length > 0 && dot} />;
  }
  const failed = [devices, connections].find(({ isError }) => isError);
  if (!failed) return <Placeholder />;
  const retry = () => [devices, connections].filter(({ isError }) => isError).map((query) => query.refetch());
  return <ErrorState error={failed.error} title={t('failed')} onRetry={retry} retrying={failed.isFetching} />;
}

function State({ state, dot }: { state: OwnState; dot: ReactNode }) {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const { mfa_enabled: hasFactor } = useMe();
  const { instance_name: instance } = useEssentials();
  const { manages } = useDeviceRights();
  const join = (names: readonly string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  switch (state.kind) {
    case 'connected': {
      const locations = [...new Set(state.connections.map(({ location_name }) => location_name))];
      return (
        <Card
          tone="success"
          icon={IconShieldCheck}
          title={t('connected.title', { locations: join(locations) })}
          dot={dot}
        >
          <ConnectionLines connections={state.connections} />
        </Card>
      );
    }
    case 'disconnected':
      return (
        <Card icon={IconShieldOff} title={t('disconnected.title')} dot={dot}>
          {t(state.allOff ? 'disconnected.off' : 'disconnected.text')}
        </Card>
      );
    case 'no_devices': {
      const { locations } = state;
      const text =
        locations.length === 0 ? t('first.text', { instance }) : t('first.text_to', { locations: join(locations) });
      const add = manages && (
        <ButtonLink to="/me/devices/new" className={reach.action} leftSection={<IconPlus size="1rem" />}>
          {t('first.action')}
        </ButtonLink>
      );
      return manages === false ? (
        <Card icon={IconDeviceLaptop} title={t('restricted.title')}>
          {t('restricted.text')}
        </Card>
      ) : (
        <Card icon={IconDeviceLaptop} title={t('first.title')} action={add}>
          {text}
        </Card>
      );
    }
    case 'no_locations': {
      const needsFactor = state.reason === 'second_factor_required';
      const setUp = needsFactor && !hasFactor && <ButtonLink to="/me/security">{t('nudge.action')}</ButtonLink>;
      return (
        <Card icon={IconMapPinOff} title={t(needsFactor ? 'none.title_2fa' : 'none.title')} action={setUp}>
          {t(needsFactor ? (hasFactor ? 'none.text_2fa_on' : 'none.text_2fa') : 'none.text')}
        </Card>
      );
    }
  }
}

interface CardProps {
  icon: typeof IconDeviceLaptop;
  title: string;
  tone?: 'success';
  /** Whether the state is current. */
  dot?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

function Card({ icon: Icon, title, tone, dot, action, children }: CardProps) {
  const isAway = useConnection().state === 'away';
  return (
    <header className={styles.card} data-tone={isAway ? undefined : tone}>
      <span className={styles.icon}>
        <Icon size="1.75rem" stroke={1.75} aria-hidden />
      </span>
      <div className={styles.what}>
        <Title order={1}>{title}</Title>
        <div className={styles.text}>{children}</div>
        {action}
      </div>
      {dot && <div className={styles.dot}>{dot}</div>}
    </header>
  );
}

/** Has the size of the state of one connection. */
function Placeholder() {
  return (
    <div className={styles.card} aria-hidden>
      <Skeleton circle w="3.5rem" h="3.5rem" />
      <div className={styles.what}>
        <Skeleton h="1.5rem" w="60%" />
        <Skeleton h="1rem" w="80%" mt="sm" />
      </div>
    </div>
  );
}
