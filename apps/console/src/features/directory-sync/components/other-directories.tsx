import type { SyncStatus } from '@gatewarden/contract/directory-sync';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { directoriesQuery } from '../directory-sync.queries.ts';
import { RunState } from './run-state.tsx';

/** Links to the directories besides LDAP, with their last runs; nothing if there are none. */
export function OtherDirectories() {
  const { t } = useTranslation('directory-sync');
  const { data, error, isPending, isFetching, refetch } = useQuery(directoriesQuery());
  if (isPending) return null;
  if (!data) {
    return <ErrorState error={error} title={t('others_failed')} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const others = data.filter(({ source }) => source !== 'ldap');
  if (others.length === 0) return null;
  return (
    <Panel title={t('others')} variant="open">
      <RowList label={t('others')}>
        {others.map((status) => (
          <Directory key={status.source} status={status} />
        ))}
      </RowList>
    </Panel>
  );
}

function Directory({ status: { source, name, last } }: { status: SyncStatus }) {
  const { t } = useTranslation('directory-sync');
  return (
    <Row
      name={name}
      link={
        <TextLink to="/settings/directory/$source" params={{ source }}>
          {name}
        </TextLink>
      }
      badge={last && <RunState run={last} />}
    >
      <RowFacts>{last ? <RelativeTime at={last.created_at} /> : t('no_runs')}</RowFacts>
    </Row>
  );
}
