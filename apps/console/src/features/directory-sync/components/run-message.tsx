import type { SyncRun } from '@gatewarden/contract/directory-sync';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { reasonText } from './reason-text.ts';

/** Why a run changed nothing, and what to do about it; nothing for others. */
export function RunMessage({ run, action }: { run: SyncRun; action?: ReactNode }) {
  const { t } = useTranslation('directory-sync');
  if (run.state === 'failed') {
    return (
      <Callout tone="danger" title={t(run.is_preview ? 'preview_failed' : 'failed')}>
        {reasonText(run.error, run.source) ?? t('failed_text')}
      </Callout>
    );
  }
  if (run.guard === null || !isCurrent(run)) return null;
  return (
    <Callout tone={run.guard === 'first_run' ? 'info' : 'warning'} title={t(`guard.${run.guard}`)} action={action}>
      {t(`guard_text.${run.guard}`)}
    </Callout>
  );
}

/** A run that was replaced cannot be confirmed, and a preview of the first run does not wait for that. */
function isCurrent({ state, guard }: SyncRun): boolean {
  return state === 'waiting' || state === 'stopped' || (state === 'planned' && guard !== 'first_run');
}
