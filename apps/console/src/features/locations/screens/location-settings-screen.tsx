import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EditLocationForm } from '../forms/edit-location-form.tsx';
import { locationQuery, locationsQuery, locationUsageQuery } from '../locations.queries.ts';

const route = getRouteApi('/signed-in/admin/locations/$locationId/settings');

/** Settings of a location. The frame renders it only when the location has loaded. */
export function LocationSettingsScreen() {
  const id = Number(route.useParams().locationId);
  const location = useQuery(locationQuery(id));
  // Only for the notes: the form works without both.
  const all = useQuery(locationsQuery());
  const usage = useQuery(locationUsageQuery(id));
  const others = useMemo(() => (all.data ?? []).filter((other) => other.id !== id), [all.data, id]);
  const devices = (usage.data?.user_devices ?? 0) + (usage.data?.network_devices ?? 0);
  if (!location.data) return null;
  return <EditLocationForm key={id} location={location.data} others={others} devices={devices} />;
}
