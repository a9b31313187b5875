import type { SyncStatus as Status } from '@gatewarden/contract/directory-sync';
import { Button, Group } from '@mantine/core';
import { IconEye, IconRefresh } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { formatDuration } from '../../../lib/format/quantity.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { usePreviewSync, useRunSync } from '../directory-sync.queries.ts';
import { RunState } from './run-state.tsx';
import { TestDirectory } from './test-directory.tsx';

/** Schedule and the last run, with buttons for the next one. */
export function SyncStatus({ status }: { status: Status }) {
  const { t, i18n } = useTranslation('directory-sync');
  const { is_enabled, is_configured, last, next_run_at, linked_users, linked_groups } = status;
  return (
    <Panel
      title={t('status_of', { name: status.name })}
      actions={is_configured && <Actions source={status.source} canRun={is_enabled} />}
    >
      <FactList
        facts={[
          {
            label: t('schedule'),
            value: is_enabled
              ? t('schedule_on', { interval: formatDuration(status.interval_seconds, i18n.language) })
              : t('schedule_off'),
          },
          { label: t('last_run'), value: last && <LastRun last={last} /> },
          { label: t('next_run'), value: next_run_at && <RelativeTime at={next_run_at} /> },
          { label: t('linked_users'), value: String(linked_users) },
          { label: t('linked_groups'), value: String(linked_groups) },
        ]}
      />
      {is_configured && <TestDirectory source={status.source} />}
    </Panel>
  );
}

function LastRun({ last }: { last: NonNullable<Status['last']> }) {
  return (
    <Group gap="sm">
      <RunState run={last} />
      <RelativeTime at={last.created_at} />
    </Group>
  );
}

function Actions({ source, canRun }: { source: string; canRun: boolean }) {
  const { t } = useTranslation('directory-sync');
  const navigate = useNavigate();
  const preview = usePreviewSync(source);
  const run = useRunSync(source);
  const open = ({ id }: { id: number }) =>
    void navigate({ to: '/settings/directory/run/$runId', params: { runId: String(id) } });
  const options = { onSuccess: open, onError: showFailure };
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconEye size="1rem" />}
        loading={preview.isPending}
        onClick={() => preview.mutate(undefined, options)}
      >
        {t('preview')}
      </Button>
      {canRun && (
        <Button
          leftSection={<IconRefresh size="1rem" />}
          loading={run.isPending}
          onClick={() => run.mutate(undefined, options)}
        >
          {t('run_now')}
        </Button>
      )}
    </Group>
  );
}
