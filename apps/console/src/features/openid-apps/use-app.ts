import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { appsQuery } from './openid-apps.queries.ts';

const route = getRouteApi('/signed-in/admin/applications/$clientId');

/** The application of the page; undefined once it is deleted, which its frame says. */
export function useApp(): OpenidApp | undefined {
  const { clientId } = route.useParams();
  return useQuery(appsQuery()).data?.find((one) => one.client_id === clientId);
}
