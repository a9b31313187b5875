import type { Suspended, UserInfo } from '@gatewarden/contract/users';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { useMe } from '../../auth/index.ts';
import { lastStopQuery } from '../suspended.queries.ts';

interface Props extends StillSuspendedProps {
  onEnable: () => void;
}

/**
 * Shows on the page of a user the emergency stop that disabled the account, with a button to enable it, and the items
 * that are still suspended, also after the account is enabled.
 */
export function StoppedNotice({ onEnable, ...rest }: Props) {
  const { user, suspended } = rest;
  const { t } = useTranslation(['users', 'emergency-stop']);
  const lastStop = useQuery({ ...lastStopQuery(user.username), enabled: !user.is_active });
  if (!user.is_active && lastStop.isPending) return null;
  const stop = user.is_active ? null : lastStop.data;
  if (!stop) {
    return countOf(suspended) === 0 ? null : (
      <Callout role="status" tone="warning" mb="lg">
        <StillSuspended {...rest} />
      </Callout>
    );
  }
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
    <Callout
      tone="warning"
      title={t('stopped.title')}
      mb="lg"
      action={
        <Button variant="default" onClick={onEnable}>
          {t('action.enable')}
        </Button>
      }
    >
      <Text>
        <RichText
          text={by === null ? t('stopped.at') : t('stopped.at_by', { username: by })}
          parts={{ time: () => <RelativeTime at={at} /> }}
        />
      </Text>
      {ended.length > 0 && <Text>{ended.join(' · ')}</Text>}
      <StillSuspended {...rest} />
    </Callout>
  );
}

interface StillSuspendedProps {
  user: UserInfo;
  suspended: Suspended;
  onResetFactors: () => void;
}

/** Number of suspended items, with links to review them. */
function StillSuspended({ user, suspended, onResetFactors }: StillSuspendedProps) {
  const { t } = useTranslation(['users', 'mfa']);
  const isSelf = useMe().id === user.id;
  const count = countOf(suspended);
  if (count === 0) return null;
  const params = { username: user.username };
  return (
    <Group gap="0 var(--mantine-spacing-md)">
      <Text>{t('stopped.suspended', { count })}</Text>
      {suspended.devices > 0 && (
        <TextLink to="/users/$username/devices" params={params}>
          {t('stopped.devices')}
        </TextLink>
      )}
      {suspended.keys > 0 && (
        <TextLink to="/users/$username/keys" params={params}>
          {t('stopped.keys')}
        </TextLink>
      )}
      {suspended.authenticator_app && !isSelf && (
        <Anchor component="button" type="button" onClick={onResetFactors}>
          {t('mfa:reset.action')}
        </Anchor>
      )}
    </Group>
  );
}

function countOf({ devices, keys, authenticator_app }: Suspended): number {
  return devices + keys + (authenticator_app ? 1 : 0);
}
