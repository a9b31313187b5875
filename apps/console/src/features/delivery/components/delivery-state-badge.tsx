import { useTranslation } from 'react-i18next';
import { formatInterval, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { useNow } from '../../../lib/use-now.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { conditionOf, type Destination } from '../condition.ts';

const tones = { on: 'success', failing: 'warning', stopped: 'danger', off: 'neutral' } as const;

/** Whether a destination is on, off or failing, and since when. */
export function DeliveryStateBadge({ destination }: { destination: Destination }) {
  const { t } = useTranslation('delivery');
  const locale = useLocale();
  const now = useNow();
  const condition = conditionOf(destination);
  const { failing_since: since, stopped } = destination.state;
  return (
    <StatusBadge tone={tones[condition]}>
      {condition === 'failing' && since !== null
        ? t('state.failing_since', { time: formatInterval(instantOf(since), 0, locale, now) })
        : t(stopped === 'gone' && condition === 'stopped' ? 'state.gone' : `state.${condition}`)}
    </StatusBadge>
  );
}
