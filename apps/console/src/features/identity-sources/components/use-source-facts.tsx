import type { IdentitySource } from '@gatewarden/contract/identity-sources';
import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/quantity.ts';
import type { Fact } from '../../../ui/fact-list.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { LastRequest, LastRun } from './last-activity.tsx';

/** What the source manages, whether people sign in with it, and its last and next run. */
export function useSourceFacts(source: IdentitySource): Fact[] {
  const { t, i18n } = useTranslation('identity-sources');
  const { id, kind, users, groups, linked_accounts, signs_in, synchronization, export: written, scim } = source;
  const number = (count: number) => formatCount(count, i18n.language);
  const manages = kind !== 'openid' || synchronization !== null || users + groups > 0;
  return [
    ...(manages
      ? [
          { label: t('users'), value: <UsersLink id={id}>{number(users)}</UsersLink> },
          { label: t('groups'), value: number(groups) },
        ]
      : []),
    ...(linked_accounts === null ? [] : [{ label: t('linked'), value: number(linked_accounts) }]),
    ...(kind === 'scim' ? [] : [{ label: t('sign_in'), value: t(signs_in ? `sign_in_with.${kind}` : 'sign_in_off') }]),
    ...(written ? [{ label: t('written'), value: <Written written={written} /> }] : []),
    // while this instance decides, there are no runs
    ...(synchronization && !written
      ? [
          { label: t('last_run'), value: <LastRun status={synchronization} /> },
          { label: t('next_run'), value: <NextRun source={source} /> },
        ]
      : []),
    ...(scim
      ? [
          { label: t('tokens'), value: number(scim.tokens) },
          { label: t('last_request'), value: <LastRequest scim={scim} /> },
        ]
      : []),
  ];
}

const writingTones = { in_sync: 'success', waiting: 'info', refused: 'warning', failed: 'danger' } as const;

function Written({ written: { state, users, groups } }: { written: NonNullable<IdentitySource['export']> }) {
  const { t, i18n } = useTranslation('identity-sources');
  const number = (count: number) => formatCount(count, i18n.language);
  return (
    <Group gap="sm">
      <StatusBadge tone={writingTones[state]}>{t(`export_state.${state}`)}</StatusBadge>
      <TextLink to="/settings/directory">
        {t('written_counts', { users: number(users), groups: number(groups) })}
      </TextLink>
    </Group>
  );
}

function UsersLink({ id, children }: { id: string; children: string }) {
  return (
    <TextLink to="/users" search={{ source: id }}>
      {children}
    </TextLink>
  );
}

function NextRun({ source: { synchronization } }: { source: IdentitySource }) {
  const { t } = useTranslation('identity-sources');
  if (!synchronization?.is_enabled) return t('sync_off');
  if (synchronization.current) return t('running');
  if (synchronization.last?.state === 'waiting') return t('after_confirmation');
  return synchronization.next_run_at && <RelativeTime at={synchronization.next_run_at} />;
}
