import type { LocationInfo } from '@gatewarden/contract/locations';
import { IconChartAreaLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { useLeaveDeleted } from '../../../lib/use-leave-deleted.ts';
import { useExtensions } from '../../../modules/extensions.tsx';
import { ModuleTabs } from '../../../modules/module-tabs.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { ConnectionBadge } from '../components/connection-badge.tsx';
import { LocationMenu } from '../components/location-menu.tsx';
import { LocationNotFound } from '../components/location-not-found.tsx';
import { locationQuery } from '../locations.queries.ts';

const route = getRouteApi('/signed-in/admin/locations/$locationId');

/** Header and tabs of the pages of a location. */
export function LocationFrame() {
  const { locationId } = route.useParams();
  const location = useQuery(locationQuery(Number(locationId)));
  if (isApiError(location.error, 'location_not_found')) return <LocationNotFound />;
  if (location.isPending) return <FormSkeleton count={8} />;
  if (!location.data) {
    return (
      <ErrorState
        asPage
        error={location.error}
        onRetry={() => void location.refetch()}
        retrying={location.isFetching}
      />
    );
  }
  return (
    <>
      <LocationHeader location={location.data} />
      <Outlet />
    </>
  );
}

function LocationHeader({ location }: { location: LocationInfo }) {
  const { t } = useTranslation('locations');
  const { locationTabs } = useExtensions();
  const params = { locationId: String(location.id) };
  const leaveDeleted = useLeaveDeleted('/locations', params.locationId);
  return (
    <>
      <PageHeader
        title={location.name}
        state={<ConnectionBadge gateways={location.gateways} />}
        above={[{ label: t('title'), to: '/locations' }]}
        actions={
          <>
            <ButtonLink
              to="/overview/$locationId"
              params={params}
              variant="default"
              leftSection={<IconChartAreaLine size="1rem" />}
            >
              {t('menu.traffic')}
            </ButtonLink>
            <LocationMenu location={location} withPages={false} onDeleted={leaveDeleted} />
          </>
        }
      />
      <ModuleTabs label={location.name} tabs={locationTabs} params={params} />
    </>
  );
}
