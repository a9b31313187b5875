import type { Session } from '@gatewarden/contract/auth';
import { browserName } from '@gatewarden/contract/browser-name';
import { Button, Group, Text } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.tsx';
import { sessionsQuery, useEndSessions } from '../sessions.queries.ts';
import styles from './session-list.module.css';

/** Where somebody is signed in, and how to end it: one by one, or all but the reader's own at once. */
export function SessionList({ username }: { username: string }) {
  const { t } = useTranslation('sessions');
  const sessions = useQuery(sessionsQuery(username));
  const end = useEndSessions(username);
  const others = sessions.data?.filter(({ is_current }) => !is_current).length ?? 0;
  const endOthers = () =>
    end.mutate(undefined, { onSuccess: () => toast.success(t('ended', { count: others })), onError: showFailure });
  return (
    <Panel
      title={t('title')}
      text={t('text')}
      form="open"
      {...(others > 0 && {
        actions: (
          <Button variant="default" loading={end.isPending && end.variables === undefined} onClick={endOthers}>
            {others === sessions.data?.length ? t('end_all') : t('end_others')}
          </Button>
        ),
      })}
    >
      {sessions.isPending ? (
        <CardsSkeleton count={1} />
      ) : sessions.data === undefined ? (
        <ErrorState
          error={sessions.error}
          title={t('failed')}
          onRetry={() => void sessions.refetch()}
          retrying={sessions.isFetching}
        />
      ) : sessions.data.length === 0 ? (
        <EmptyState icon={<IconDeviceLaptop />} title={t('empty_title')} text={t('empty_text')} />
      ) : (
        <ul className={styles.list}>
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              ending={end.isPending && end.variables === session.id}
              onEnd={() =>
                end.mutate(session.id, {
                  onSuccess: () => toast.success(t('ended', { count: 1 })),
                  onError: showFailure,
                })
              }
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface RowProps {
  session: Session;
  ending: boolean;
  onEnd: () => void;
}

function SessionRow({ session, ending, onEnd }: RowProps) {
  const { t } = useTranslation('sessions');
  const name = browserName(session.device) ?? (session.device || t('unknown'));
  return (
    <li className={styles.session}>
      <div>
        <Group gap="sm">
          <Text fw={500} title={session.device}>
            {name}
          </Text>
          {session.is_current && <StatusBadge tone="success">{t('current')}</StatusBadge>}
        </Group>
        <div className={styles.facts}>
          {session.ip !== null && <span>{session.ip}</span>}
          <span>
            {t('used')} <RelativeTime at={session.last_used_at} />
          </span>
          <span>
            {t('since')} <RelativeTime at={session.created_at} />
          </span>
        </div>
      </div>
      {!session.is_current && (
        <Button variant="default" size="xs" loading={ending} onClick={onEnd} aria-label={t('end_one', { name })}>
          {t('end')}
        </Button>
      )}
    </li>
  );
}
