import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { useExtensions } from '../../../modules/extensions.tsx';
import { ModuleTabs } from '../../../modules/module-tabs.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { LocationHeader } from '../components/location-header.tsx';
import { LocationNotFound } from '../components/location-not-found.tsx';
import { locationQuery } from '../locations.queries.ts';

const route = getRouteApi('/signed-in/admin/locations/$locationId');

/** Header and tabs of the pages of a location. */
export function LocationFrame() {
  const { t } = useTranslation('locations');
  const { locationId } = route.useParams();
  const { locationTabs } = useExtensions();
  const location = useQuery(locationQuery(Number(locationId)));
  if (isApiError(location.error, 'location_not_found')) return <LocationNotFound />;
  if (location.isPending) return <FormSkeleton count={8} />;
  if (!location.data) {
    return (
      <ErrorState
        asPage
        error={location.error}
        title={t('one_failed')}
        onRetry={() => void location.refetch()}
        retrying={location.isFetching}
      />
    );
  }
  return (
    <>
      <LocationHeader location={location.data} />
      <ModuleTabs label={location.data.name} tabs={locationTabs} params={{ locationId }} />
      <Outlet />
    </>
  );
}
