import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { locationQuery } from '../../locations/index.ts';
import { TrafficHistory } from '../components/traffic-history.tsx';

const route = getRouteApi('/signed-in/admin/locations/$locationId/history');

/** Traffic of a location, up to a year. */
export function LocationHistoryScreen() {
  const { t } = useTranslation('traffic-history');
  const { locationId } = route.useParams();
  const { period = 'month' } = route.useSearch();
  const navigate = route.useNavigate();
  const location = useQuery(locationQuery(Number(locationId)));
  if (!location.data) return null;
  return (
    <TrafficHistory
      choice={{ location: locationId }}
      label={t('of', { name: location.data.name })}
      period={period}
      onPeriod={(next) => void navigate({ search: (before) => ({ ...before, period: next }), replace: true })}
    />
  );
}
