import type { Session } from '@gatewarden/contract/auth';
import { browserName } from '@gatewarden/contract/browser-name';
import { Button, Text } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.tsx';
import { sessionsQuery, useEndSessions } from '../sessions.queries.ts';

/** Sessions of a user; each can be ended, or all except the current one. */
export function SessionList({ username }: { username: string }) {
  const { t } = useTranslation('sessions');
  const sessions = useQuery(sessionsQuery(username));
  const end = useEndSessions(username);
  const others = sessions.data?.filter(({ is_current }) => !is_current).length ?? 0;
  const [asking, setAsking] = useState(false);
  const isAll = others === sessions.data?.length;
  const endOthers = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        toast.success(t('ended', { count: others }));
        setAsking(false);
      },
      onError: showFailure,
    });
  return (
    <ListPanel
      title={t('title')}
      text={t('text')}
      query={sessions}
      failed={t('failed')}
      empty={{ icon: <IconDeviceLaptop />, title: t('empty_title'), text: t('empty_text') }}
      actions={
        others > 0 && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {isAll ? t('end_all') : t('end_others')}
          </Button>
        )
      }
    >
      {(some) => (
        <>
          <ConfirmDialog
            opened={asking && others > 0}
            onClose={() => setAsking(false)}
            title={t(isAll ? 'confirm.all' : 'confirm.others', { count: others })}
            consequences={<Text>{t(isAll ? 'confirm.all_text' : 'confirm.others_text')}</Text>}
            confirmLabel={isAll ? t('end_all') : t('end_others')}
            confirming={end.isPending && end.variables === undefined}
            onConfirm={endOthers}
          />
          <RowList>
            {some.map((session) => (
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
          </RowList>
        </>
      )}
    </ListPanel>
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
    <Row
      name={name}
      hint={session.device}
      badge={session.is_current && <StatusBadge tone="success">{t('current')}</StatusBadge>}
      actions={
        !session.is_current && (
          <Button variant="default" size="xs" loading={ending} onClick={onEnd} aria-label={t('end_one', { name })}>
            {t('end')}
          </Button>
        )
      }
    >
      <RowFacts>
        {session.ip !== null && <span>{session.ip}</span>}
        <span>
          {t('used')} <RelativeTime at={session.last_used_at} />
        </span>
        <span>
          {t('since')} <RelativeTime at={session.created_at} />
        </span>
      </RowFacts>
    </Row>
  );
}
