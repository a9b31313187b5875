import type { OwnConnection } from '@gatewarden/contract/browser-connect';
import { Button, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { formatUntil } from '../../../lib/format/until.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Row, RowList } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useMe } from '../../auth/index.ts';
import { AuthorizeDialog } from './authorize-dialog.tsx';
import { EndSessionDialog } from './end-session-dialog.tsx';

/** Devices of the user in locations with two-factor authentication, each with the one action that is possible. */
export function OwnConnectionList({ connections }: { connections: readonly OwnConnection[] }) {
  const { t } = useTranslation('location-mfa');
  const me = useMe();
  const [authorizing, setAuthorizing] = useState<OwnConnection>();
  const [ending, setEnding] = useState<OwnConnection>();
  if (connections.length === 0) {
    return (
      <EmptyState
        icon={<IconShieldLock />}
        title={t('connect.empty_title')}
        text={t('connect.empty_text')}
        action={
          <ButtonLink to="/me" variant="default">
            {t('connect.to_devices')}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <>
      <RowList label={t('connect.list')}>
        {connections.map((connection) => (
          <ConnectionRow
            key={`${connection.device_id} ${connection.location_id}`}
            connection={connection}
            onAuthorize={() => setAuthorizing(connection)}
            onEnd={() => setEnding(connection)}
          />
        ))}
      </RowList>
      {authorizing && <AuthorizeDialog connection={authorizing} onClose={() => setAuthorizing(undefined)} />}
      {ending && (
        <EndSessionDialog
          locationId={ending.location_id}
          session={{ ...ending, is_connected: ending.session?.is_connected === true }}
          owner={personName(me)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  );
}

interface RowProps {
  connection: OwnConnection;
  onAuthorize: () => void;
  onEnd: () => void;
}

function ConnectionRow({ connection, onAuthorize, onEnd }: RowProps) {
  const { t } = useTranslation('location-mfa');
  const { device, location, mfa_mode: mode, session, uses_client: usesClient } = connection;
  const of = { device, location };
  const isConnected = session?.is_connected === true;
  const authorize = (
    <Button size="xs" aria-label={t('connect.authorize_of', of)} onClick={onAuthorize}>
      {t('connect.authorize')}
    </Button>
  );
  const end = (
    <Button
      size="xs"
      variant="default"
      aria-label={t(isConnected ? 'connect.end_of' : 'connect.end_session_of', of)}
      onClick={onEnd}
    >
      {t(isConnected ? 'end' : 'end_session')}
    </Button>
  );
  // only a client can open the sign-in at a provider
  const setUpClient = !usesClient && (
    <ButtonLink size="xs" variant="default" to="/me">
      {t('connect.to_devices')}
    </ButtonLink>
  );
  const begin = mode === 'internal' ? authorize : setUpClient;
  return (
    <Row name={`${device} · ${location}`} badge={<State connection={connection} />} actions={session ? end : begin}>
      <Details connection={connection} />
    </Row>
  );
}

function State({ connection: { session } }: { connection: OwnConnection }) {
  const { t } = useTranslation('location-mfa');
  const locale = useLocale();
  if (!session) return <StatusBadge tone="neutral">{t('connect.not_authorized')}</StatusBadge>;
  const time = formatUntil(session.expires_at, locale);
  if (session.is_connected) return <StatusBadge tone="success">{t('connect.connected', { time })}</StatusBadge>;
  return <StatusBadge tone="info">{t('connect.authorized', { time })}</StatusBadge>;
}

function Details({ connection: { mfa_mode: mode, session, uses_client: usesClient } }: { connection: OwnConnection }) {
  const { t } = useTranslation('location-mfa');
  if (mode === 'external' && !session && !usesClient) return <Text c="dimmed">{t('connect.external')}</Text>;
  if (session) return <Text c="dimmed">{t(`by.${session.method}`)}</Text>;
  return usesClient && <Text c="dimmed">{t('connect.has_client')}</Text>;
}
