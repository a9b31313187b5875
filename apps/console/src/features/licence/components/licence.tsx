import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { licenceQuery } from '../licence.queries.ts';
import { KeyPanel } from './key-panel.tsx';
import { StatePanel } from './state-panel.tsx';
import { UsagePanel } from './usage-panel.tsx';

/** The license: its state, what counts against its limits, and the key. For administrators. */
export function Licence() {
  const { t } = useTranslation('licence');
  const { data, error, isPending, isFetching, refetch } = useQuery(licenceQuery());
  if (isPending) return <FormSkeleton count={4} />;
  if (!data) {
    return <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (data.state === 'not_needed') {
    return <Panel title={t('not_needed.title')} text={t('not_needed.text')} />;
  }
  return (
    <div>
      <StatePanel licence={data} />
      <UsagePanel licence={data} />
      <KeyPanel licence={data} />
    </div>
  );
}
