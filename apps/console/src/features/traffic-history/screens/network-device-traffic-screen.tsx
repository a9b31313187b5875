import { IconServerOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { NotFoundState } from '../../../ui/not-found-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { networkDevicesQuery } from '../../network-devices/index.ts';
import { TrafficHistory } from '../components/traffic-history.tsx';
import { toZoomSearch, zoomOf } from '../zoom-range.ts';

const route = getRouteApi('/signed-in/admin/network-devices/$deviceId/traffic');

/** Traffic of a network device, up to a year. */
export function NetworkDeviceTrafficScreen() {
  const { t } = useTranslation('traffic-history');
  const { deviceId } = route.useParams();
  const search = route.useSearch();
  const { period = 'month' } = search;
  const navigate = route.useNavigate();
  const devices = useQuery(networkDevicesQuery());
  if (devices.isPending) return null;
  if (devices.data === undefined) {
    return <ErrorState error={devices.error} onRetry={() => void devices.refetch()} retrying={devices.isFetching} />;
  }
  const device = devices.data.find(({ id }) => String(id) === deviceId);
  if (!device) {
    return (
      <NotFoundState
        icon={<IconServerOff />}
        title={t('no_device.title')}
        text={t('no_device.text')}
        list={{ to: '/network-devices' }}
        listLabel={t('network_devices')}
      />
    );
  }
  return (
    <>
      <PageHeader
        title={t('of', { name: device.name })}
        above={[{ label: t('network_devices'), to: '/network-devices' }]}
      />
      <TrafficHistory
        choice={{ device: deviceId }}
        name={device.name}
        period={period}
        onPeriod={(next) =>
          void navigate({
            search: (before) => ({ ...before, ...toZoomSearch(undefined), period: next }),
            replace: true,
          })
        }
        zoom={zoomOf(search)}
        onZoom={(zoom) => void navigate({ search: (before) => ({ ...before, ...toZoomSearch(zoom) }) })}
      />
    </>
  );
}
