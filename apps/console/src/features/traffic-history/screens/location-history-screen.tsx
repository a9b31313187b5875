import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { locationQuery } from '../../locations/index.ts';
import { TrafficHistory } from '../components/traffic-history.tsx';
import { toZoomSearch, zoomOf } from '../zoom-range.ts';

const route = getRouteApi('/signed-in/admin/locations/$locationId/history');

/** Traffic of a location, up to a year. */
export function LocationHistoryScreen() {
  const { locationId } = route.useParams();
  const search = route.useSearch();
  const { period = 'month' } = search;
  const navigate = route.useNavigate();
  const location = useQuery(locationQuery(Number(locationId)));
  if (!location.data) return null;
  return (
    <TrafficHistory
      choice={{ location: locationId }}
      name={location.data.name}
      period={period}
      onPeriod={(next) =>
        void navigate({ search: (before) => ({ ...before, ...toZoomSearch(undefined), period: next }), replace: true })
      }
      zoom={zoomOf(search)}
      onZoom={(zoom) => void navigate({ search: (before) => ({ ...before, ...toZoomSearch(zoom) }) })}
    />
  );
}
