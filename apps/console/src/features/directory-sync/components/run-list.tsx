import type { SyncRun } from '@gatewarden/contract/directory-sync';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/links.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { isApplied, RunState } from './run-state.tsx';

/** Runs, newest first, with what each changed or would have changed. */
export function RunList({ runs }: { runs: readonly SyncRun[] }) {
  const { t } = useTranslation('directory-sync');
  return (
    <RowList label={t('history')}>
      {runs.map((run) => {
        const name = t(run.is_preview ? 'preview_number' : 'run_number', { id: run.id });
        return (
          <Row
            key={run.id}
            name={name}
            link={
              <TextLink to="/settings/directory/run/$runId" params={{ runId: String(run.id) }}>
                {name}
              </TextLink>
            }
            badge={<RunState run={run} />}
          >
            <RowFacts>
              <RelativeTime at={run.created_at} />
              <span>{run.requested_by === null ? t('by_schedule') : t('by_person', { name: run.requested_by })}</span>
              {run.counts && <span>{t(isApplied(run) ? 'summary' : 'summary_planned', run.counts)}</span>}
            </RowFacts>
          </Row>
        );
      })}
    </RowList>
  );
}
