import type { OwnConnection } from '@gatewarden/contract/browser-connect';
import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMinute, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { ButtonLink, TextLink } from '../../../ui/links.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Row } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { hasFactor, useMe } from '../../auth/index.ts';
import { useProviderAuthorization } from '../connect.queries.ts';
import { StartFailure } from './start-failure.tsx';

interface Props {
  connection: OwnConnection;
  onAuthorize: () => void;
  onEnd: () => void;
}

/** A device in a location: whether it can connect, and the one action that is possible. */
export function ConnectionRow({ connection, onAuthorize, onEnd }: Props) {
  const { t } = useTranslation('location-mfa');
  const { device, location, mfa_mode: mode, session, provider, uses_client: usesClient } = connection;
  const { device_id: deviceId, location_id: locationId } = connection;
  const start = useProviderAuthorization({ deviceId, locationId, withoutClient: false });
  const of = { device, location };
  const isConnected = session?.is_connected === true;
  const canProve = hasFactor(useMe());
  const authorize = canProve ? (
    <Button size="xs" aria-label={t('connect.authorize_of', of)} onClick={onAuthorize}>
      {t('connect.authorize')}
    </Button>
  ) : (
    <ButtonLink to="/me/security" size="xs">
      {t('connect.set_up')}
    </ButtonLink>
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
  const signIn = provider !== null && (
    <Button
      size="xs"
      fullWidth
      aria-label={t('connect.continue_of', { ...of, provider })}
      // also while the browser loads the page of the provider
      loading={start.isPending || start.isSuccess}
      onClick={() => (usesClient ? onAuthorize() : start.mutate())}
    >
      {t('connect.continue', { provider })}
    </Button>
  );
  const begin = mode === 'internal' ? authorize : signIn;
  return (
    <Row
      name={`${device} · ${location}`}
      badge={<State connection={connection} />}
      actions={session ? end : begin}
      hasLongActions={!session && (mode === 'external' || !canProve)}
    >
      <Details connection={connection} />
      {connection.may_lack_configuration && (
        <Text c="dimmed">
          <RichText
            text={t('connect.may_lack_config')}
            parts={{
              config: (text) => (
                <TextLink to="/me/devices/$deviceId" params={{ deviceId: String(deviceId) }} underline="always">
                  {text}
                </TextLink>
              ),
            }}
          />
        </Text>
      )}
      <StartFailure start={start} />
    </Row>
  );
}

function State({ connection: { session } }: { connection: OwnConnection }) {
  const { t } = useTranslation('location-mfa');
  const locale = useLocale();
  if (!session) return <StatusBadge tone="neutral">{t('connect.not_authorized')}</StatusBadge>;
  const time = formatMinute(instantOf(session.expires_at), locale);
  if (session.is_connected) return <StatusBadge tone="success">{t('connect.connected', { time })}</StatusBadge>;
  return <StatusBadge tone="info">{t('connect.authorized', { time })}</StatusBadge>;
}

function Details({ connection }: { connection: OwnConnection }) {
  const { t } = useTranslation('location-mfa');
  const canProve = hasFactor(useMe());
  const { mfa_mode: mode, provider, session, uses_client: usesClient } = connection;
  if (session) return <Text c="dimmed">{t(`by.${session.method}`)}</Text>;
  if (mode === 'external' && provider === null) return <Text c="dimmed">{t('connect.no_provider')}</Text>;
  if (mode === 'internal' && !canProve) return <Text c="dimmed">{t('connect.no_factor')}</Text>;
  if (usesClient) return <Text c="dimmed">{t('connect.has_client')}</Text>;
  return mode === 'external' && <Text c="dimmed">{t('connect.external', { provider })}</Text>;
}
