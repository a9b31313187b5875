import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast.tsx';
import { NewLocationForm } from '../forms/new-location-form.tsx';
import { locationsQuery } from '../locations.queries.ts';

/** Adds a location and continues with its first gateway. */
export function NewLocationScreen() {
  const { t } = useTranslation('locations');
  const navigate = useNavigate();
  // The suggestions depend on the existing locations.
  const locations = useQuery(locationsQuery());
  return (
    <>
      <PageHeader
        title={t('add.manual_title')}
        state={t('add.text')}
        above={[
          { label: t('title'), to: '/locations' },
          { label: t('add.title'), to: '/locations/new' },
        ]}
      />
      {locations.isPending && <FormSkeleton count={8} />}
      {!locations.data && locations.isError && (
        <ErrorState
          error={locations.error}
          title={t('failed')}
          onRetry={() => void locations.refetch()}
          retrying={locations.isFetching}
        />
      )}
      {locations.data && (
        <NewLocationForm
          others={locations.data}
          host={window.location.hostname}
          onAdded={(id, name) => {
            toast.success(t('add.done', { name }));
            void navigate({
              to: '/locations/$locationId/gateways',
              params: { locationId: String(id) },
              ignoreBlocker: true,
              replace: true,
            });
          }}
          onCancel={() => void navigate({ to: '/locations' })}
        />
      )}
    </>
  );
}
