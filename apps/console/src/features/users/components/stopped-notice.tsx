import type { UserInfo } from '@gatewarden/contract/users';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/links.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { lastStopQuery, suspendedQuery } from '../suspended.queries.ts';

interface Props {
  user: UserInfo;
  onEnable: () => void;
}

/** On the page of a disabled user: the emergency stop that disabled the account, if one did, and the way back. */
export function StoppedNotice({ user, onEnable }: Props) {
  const { t } = useTranslation(['users', 'emergency-stop']);
  const stop = useQuery(lastStopQuery(user.username)).data;
  if (!stop) return null;
  const { at, by, sessions, tokens, devices, keys, authenticator_removed, recovery_codes } = stop;
  const ended = [
    sessions > 0 && t('emergency-stop:done.sessions', { count: sessions }),
    tokens > 0 && t('emergency-stop:done.tokens', { count: tokens }),
    devices > 0 && t('emergency-stop:done.devices', { count: devices }),
    keys > 0 && t('emergency-stop:done.keys', { count: keys }),
    authenticator_removed && t('emergency-stop:done.authenticator'),
    recovery_codes > 0 && t('emergency-stop:done.codes', { count: recovery_codes }),
  ].filter((text) => text !== false);
  return (
    <Alert color="amber" icon={<IconHandStop aria-hidden />} title={t('stopped.title')} mb="lg">
      <Stack gap="sm" align="flex-start">
        <Text>
          <Trans
            t={t}
            i18nKey={by === null ? 'stopped.at' : 'stopped.at_by'}
            values={{ username: by }}
            components={{ time: <RelativeTime at={at} /> }}
          />
        </Text>
        {ended.length > 0 && <Text>{ended.join(' · ')}</Text>}
        <StillSuspended username={user.username} />
        <Button variant="default" onClick={onEnable}>
          {t('action.enable')}
        </Button>
      </Stack>
    </Alert>
  );
}

/** How much is suspended now, with links to where each item can be restored or deleted. */
function StillSuspended({ username }: { username: string }) {
  const { t } = useTranslation('users');
  const items = useQuery(suspendedQuery(username)).data;
  if (!items?.length) return null;
  const params = { username };
  return (
    <Group gap="0 var(--mantine-spacing-md)">
      <Text>{t('stopped.suspended', { count: items.length })}</Text>
      {items.some(({ kind }) => kind === 'device') && (
        <TextLink to="/users/$username/devices" params={params}>
          {t('stopped.devices')}
        </TextLink>
      )}
      {items.some(({ kind }) => kind !== 'device' && kind !== 'authenticator_app') && (
        <TextLink to="/users/$username/keys" params={params}>
          {t('stopped.keys')}
        </TextLink>
      )}
    </Group>
  );
}
