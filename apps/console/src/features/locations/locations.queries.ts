import {
  addLocation,
  deleteLocation,
  getLocation,
  getLocationUsage,
  listGroupNames,
  listLocations,
  updateLocation,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** All locations with their gateways. */
export const locationsQuery = () =>
  queryOptions({ queryKey: ['locations', 'all'], queryFn: ({ signal }) => call(listLocations, { signal }) });

export const locationQuery = (id: number) =>
  queryOptions({
    queryKey: ['locations', 'one', id],
    queryFn: ({ signal }) => call(getLocation, { params: { id }, signal }),
  });

/** Numbers of users and devices in a location. */
export const locationUsageQuery = (id: number) =>
  queryOptions({
    queryKey: ['devices', 'usage', id],
    queryFn: ({ signal }) => call(getLocationUsage, { params: { id }, signal }),
  });

/** Groups that the access to a location can be limited to. */
export const groupNamesQuery = () =>
  queryOptions({
    queryKey: ['groups', 'names'],
    queryFn: async ({ signal }) => (await call(listGroupNames, { signal })).groups,
  });

export type LocationRequest = BodyInputOf<typeof addLocation>;

export function useAddLocation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: LocationRequest) => call(addLocation, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['locations'] }),
  });
}

/** Invalidates devices too, because their addresses may change. */
export function useUpdateLocation(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: LocationRequest) => call(updateLocation, { params: { id }, body }),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['locations'] }),
        queryClient.invalidateQueries({ queryKey: ['devices'] }),
      ]);
    },
  });
}

/** Deletes the location with everything that belongs to it. */
export function useDeleteLocation() {
  const queryClient = useQueryClient();
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) => call(deleteLocation, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: locationQuery(id).queryKey });
      // not awaited: the refetch unmounts the row of the location, and its success callback would not run
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
    },
  });
}
