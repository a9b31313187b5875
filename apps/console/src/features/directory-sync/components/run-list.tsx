import type { SyncCounts, SyncRun } from '@gatewarden/contract/directory-sync';
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
              {run.counts && <span>{hasChanges(run.counts) ? t(summaryOf(run), run.counts) : t('no_changes')}</span>}
            </RowFacts>
          </Row>
        );
      })}
    </RowList>
  );
}

function summaryOf(run: SyncRun) {
  return isApplied(run) ? 'summary' : 'summary_planned';
}

/** Most scheduled runs change nothing. */
function hasChanges(counts: SyncCounts): boolean {
  const { users: _, groups: __, problems: ___, protected: ____, ...changes } = counts;
  return Object.values(changes).some((count) => count > 0);
}
