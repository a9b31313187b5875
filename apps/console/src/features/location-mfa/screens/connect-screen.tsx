import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useReloadOnReturn } from '../../../lib/use-reload-on-return.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { ConnectRequest } from '../components/connect-request.tsx';
import { OwnConnectionList } from '../components/own-connection-list.tsx';
import { ownConnectionsQuery } from '../connect.queries.ts';

const route = getRouteApi('/signed-in/connect');

/** Where users authorize their devices with a second factor or a sign-in at a provider: a request of a client, or devices without a client. */
export function ConnectScreen() {
  const { t } = useTranslation('location-mfa');
  const { request } = route.useSearch();
  useReloadOnReturn();
  return (
    <>
      <PageHeader title={t('connect.title')} state={request === undefined ? t('connect.text') : undefined} />
      {request === undefined ? <OwnConnections /> : <ConnectRequest key={request} request={request} />}
    </>
  );
}

function OwnConnections() {
  const connections = useQuery(ownConnectionsQuery());
  if (connections.isPending) return <ListSkeleton />;
  if (connections.isError) {
    return (
      <ErrorState
        error={connections.error}
        onRetry={() => void connections.refetch()}
        retrying={connections.isFetching}
      />
    );
  }
  return <OwnConnectionList connections={connections.data} />;
}
