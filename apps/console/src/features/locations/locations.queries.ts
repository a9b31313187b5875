import {
  addLocation,
  deleteLocation,
  getLocation,
  getLocationStats,
  getLocationUsage,
  listGroupNames,
  listLocationPeople,
  listLocationStats,
  listLocations,
  previewAccess,
  previewLocationMfa,
  updateLocation,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** A gateway that loses its connection causes no event, and the window of traffic moves with time. */
const refetchInterval = 30_000;

/** All locations with their gateways. */
export const locationsQuery = () =>
  queryOptions({ queryKey: ['locations', 'all'], queryFn: ({ signal }) => call(listLocations, { signal }) });

export const locationQuery = (id: number) =>
  queryOptions({
    queryKey: ['locations', 'one', id],
    queryFn: ({ signal }) => call(getLocation, { params: { id }, signal }),
    refetchInterval,
  });

/** How many people and devices are connected to the location now. */
export const connectedNowQuery = (id: number) =>
  queryOptions({
    queryKey: ['traffic', 'now', id],
    queryFn: ({ signal }) => call(getLocationStats, { params: { id }, query: {}, signal }),
    refetchInterval,
  });

/** Named people per location: as many as a summary shows. */
const namedPeople = 8;

/** Connected people and traffic of every location in the last `hours`, with the time of the response. */
export const allLocationStatsQuery = (hours: number) =>
  queryOptions({
    queryKey: ['traffic', 'locations', hours],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - hours * 3_600_000).toISOString();
      const locations = await call(listLocationStats, { query: { from, people: String(namedPeople) }, signal });
      return { at: new Date(), hours, locations };
    },
    refetchInterval,
    placeholderData: keepPreviousData,
  });

/** Who could not connect if the location required a second factor. */
export const mfaPreviewQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'mfa-preview', id],
    queryFn: ({ signal }) => call(previewLocationMfa, { params: { id }, signal }),
  });

export const peoplePageSize = 50;

/** A page of the users who may use the location, and why. */
export const locationPeopleQuery = (id: number, { search, page }: { search: string; page: number }) =>
  queryOptions({
    // changes of groups, locations and users affect devices
    queryKey: ['devices', 'people', id, search, page],
    queryFn: ({ signal }) => {
      const query = { page: String(page), page_size: String(peoplePageSize), ...(search && { search }) };
      return call(listLocationPeople, { params: { id }, query, signal });
    },
    placeholderData: keepPreviousData,
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

/** Who would lose and gain access to the location with these groups. */
export const accessPreviewQuery = (id: number, groups: readonly string[]) =>
  queryOptions({
    // changes of groups, locations and users affect devices
    queryKey: ['devices', 'access-preview', id, groups],
    queryFn: ({ signal }) => call(previewAccess, { params: { id }, body: { allowed_groups: [...groups] }, signal }),
  });

export const usePreviewAccess = () =>
  useMutation({
    mutationFn: ({ id, groups }: { id: number; groups: readonly string[] }) =>
      call(previewAccess, { params: { id }, body: { allowed_groups: [...groups] } }),
  });
