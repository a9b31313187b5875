import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { LocationInfo } from '@gatewarden/contract/locations';
import { TextLink } from '../../../ui/links.tsx';
import type { WindowHours } from '../time-window.ts';

/** What cards and rows of locations are made of. */
export interface LocationListProps {
  locations: readonly LocationInfo[];
  hours: WindowHours;
  /** Of all locations, by id; undefined while they are not known. */
  gateways: Readonly<Record<string, readonly GatewayStatus[]>> | undefined;
  /** Asking for them failed. */
  gatewaysFailed: boolean;
}

/** A location that never had a gateway is not in the answer. */
export function gatewaysOf(
  { id }: LocationInfo,
  gateways: LocationListProps['gateways'],
): readonly GatewayStatus[] | undefined {
  return gateways && (gateways[String(id)] ?? []);
}

/** To the location's own overview, of the same window. */
export function TrafficLink({ location: { id, name } }: { location: LocationInfo }) {
  return (
    <TextLink
      to="/overview/$locationId"
      params={{ locationId: String(id) }}
      search={({ hours, view }) => ({ hours, view })}
    >
      {name}
    </TextLink>
  );
}
