import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { userQuery } from '../../users/index.ts';
import { TrafficHistory } from '../components/traffic-history.tsx';
import { toZoomSearch, zoomOf } from '../zoom-range.ts';

const route = getRouteApi('/signed-in/admin/users/$username/traffic');

/** Traffic of the devices of a user, all or one of them, up to a year. */
export function UserTrafficScreen() {
  const { t } = useTranslation('traffic-history');
  const { username } = route.useParams();
  const search = route.useSearch();
  const { period = 'month', device } = search;
  const navigate = route.useNavigate();
  const user = useQuery(userQuery(username));
  if (!user.data) return null;
  const { devices } = user.data;
  const chosen = devices.find(({ id }) => String(id) === device);
  return (
    <TrafficHistory
      choice={chosen ? { device: String(chosen.id) } : { username }}
      name={chosen?.name ?? personName(user.data.user)}
      period={period}
      onPeriod={(next) =>
        void navigate({ search: (before) => ({ ...before, ...toZoomSearch(undefined), period: next }), replace: true })
      }
      zoom={zoomOf(search)}
      onZoom={(zoom) => void navigate({ search: (before) => ({ ...before, ...toZoomSearch(zoom) }) })}
    >
      <Select
        aria-label={t('device')}
        data={[
          { value: '', label: t('all_devices') },
          ...devices.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={chosen ? String(chosen.id) : ''}
        allowDeselect={false}
        onChange={(value) =>
          void navigate({ search: (before) => ({ ...before, device: value || undefined }), replace: true })
        }
      />
    </TrafficHistory>
  );
}
