import type { LocationSession } from '@gatewarden/contract/location-mfa';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { EndSessionDialog } from '../components/end-session-dialog.tsx';
import { LocationSessionTable } from '../components/location-session-table.tsx';
import { locationSessionsQuery } from '../location-mfa.queries.ts';

const route = getRouteApi('/signed-in/admin/locations/$locationId/two-factor');

/** The devices that may connect to a location after two-factor authentication, until when. */
export function LocationSessionsScreen() {
  const { t } = useTranslation('location-mfa');
  const id = Number(route.useParams().locationId);
  const sessions = useQuery(locationSessionsQuery(id));
  const [ended, setEnded] = useState<LocationSession>();
  return (
    <Panel title={t('title')} text={t('text')} variant="open">
      {sessions.isError ? (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} retrying={sessions.isFetching} />
      ) : sessions.isPending ? (
        <ListSkeleton />
      ) : (
        <LocationSessionTable locationId={id} rows={sessions.data} onEnd={setEnded} />
      )}
      {ended && (
        <EndSessionDialog
          locationId={id}
          session={ended}
          owner={personName(ended)}
          onClose={() => setEnded(undefined)}
        />
      )}
    </Panel>
  );
}
