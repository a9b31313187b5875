import { endLocationSession, listLocationSessions } from '@gatewarden/contract/calls';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** Ends by time cause an event; the ages in the list do not. */
export const locationSessionsQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['traffic', 'sessions', locationId],
    queryFn: ({ signal }) => call(listLocationSessions, { params: { id: locationId }, signal }),
  });

export function useEndLocationSession(locationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    itemKey: (deviceId) => String(deviceId),
    removesCaller: true,
    mutationFn: (deviceId: number) => call(endLocationSession, { params: { id: locationId, deviceId } }),
    onSuccess: () => {
      // the sessions of the location and its connected devices, and pages of devices
      void queryClient.invalidateQueries({ queryKey: ['traffic'] });
      void queryClient.invalidateQueries({ queryKey: ['devices'] });
    },
  });
}
