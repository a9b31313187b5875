import { useQuery } from '@tanstack/react-query';
import { useEssentials } from '../../settings/index.ts';
import { locationsQuery } from '../locations.queries.ts';
import { useLocationPalette } from '../use-location-palette.tsx';

/** Adds every location to the command palette. */
export function LocationPalette() {
  const { wireguard_enabled } = useEssentials();
  const { data: locations } = useQuery({ ...locationsQuery(), enabled: wireguard_enabled });
  useLocationPalette(locations);
  return null;
}
