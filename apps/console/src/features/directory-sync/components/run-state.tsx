import type { SyncRun } from '@gatewarden/contract/directory-sync';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';

const tones = {
  queued: 'info',
  running: 'info',
  planned: 'neutral',
  waiting: 'warning',
  stopped: 'warning',
  completed: 'success',
  failed: 'danger',
  replaced: 'neutral',
} as const;

/** State of a run, with an icon. */
export function RunState({ run }: { run: Pick<SyncRun, 'state'> }) {
  const { t } = useTranslation('directory-sync');
  return <StatusBadge tone={tones[run.state]}>{t(`state.${run.state}`)}</StatusBadge>;
}

/** Whether the run has changed something; others only show what they would change. */
export function isApplied({ state }: Pick<SyncRun, 'state'>): boolean {
  return state === 'completed';
}
