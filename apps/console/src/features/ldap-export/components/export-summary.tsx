import type { LdapExportStatus } from '@gatewarden/contract/ldap-export';
import { Button, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useRunExport } from '../ldap-export.queries.ts';
import { TakeOver } from './take-over.tsx';

const tones = { off: 'neutral', in_sync: 'success', waiting: 'info', refused: 'warning', failed: 'danger' } as const;

/** State, lag and the last comparison. */
export function ExportSummary({ status }: { status: LdapExportStatus }) {
  const { t } = useTranslation('ldap-export');
  const { state, waiting, oldest_waiting_at: oldest, last_comparison: last, next_comparison_at: next } = status;
  return (
    <Panel title={t('title')} text={t('text')} actions={<Actions status={status} />}>
      <FactList
        facts={[
          { label: t('state_label'), value: <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge> },
          { label: t('waiting'), value: String(waiting) },
          { label: t('oldest'), value: oldest && <RelativeTime at={oldest} /> },
          { label: t('users'), value: String(status.linked_users) },
          { label: t('groups'), value: String(status.linked_groups) },
          { label: t('last'), value: last && <LastComparison last={last} /> },
          { label: t('next'), value: next && <RelativeTime at={next} /> },
        ]}
      />
    </Panel>
  );
}

function LastComparison({ last }: { last: NonNullable<LdapExportStatus['last_comparison']> }) {
  const { t } = useTranslation('ldap-export');
  return (
    <Group gap="sm">
      <RelativeTime at={last.at} />
      <span>{t('counts', last.counts)}</span>
    </Group>
  );
}

function Actions({ status: { managed_users: users, managed_groups: groups } }: { status: LdapExportStatus }) {
  const { t } = useTranslation('ldap-export');
  const run = useRunExport();
  const [takesOver, setTakesOver] = useState(false);
  return (
    <Group gap="sm">
      {users + groups > 0 && (
        <Button variant="default" onClick={() => setTakesOver(true)}>
          {t('take_over.open')}
        </Button>
      )}
      <Button
        leftSection={<IconRefresh size="1rem" />}
        loading={run.isPending}
        onClick={() => run.mutate(undefined, { onError: showFailure })}
      >
        {t('compare')}
      </Button>
      {takesOver && <TakeOver users={users} groups={groups} onClose={() => setTakesOver(false)} />}
    </Group>
  );
}
