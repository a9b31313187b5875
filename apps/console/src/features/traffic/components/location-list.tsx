import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { LocationInfo } from '@gatewarden/contract/locations';
import { TextLink } from '../../../ui/links.tsx';
import type { WindowHours } from '../time-window.ts';

/** Props of the cards and the rows of locations. */
export interface LocationListProps {
  locations: readonly LocationInfo[];
  hours: WindowHours;
  /** Of all locations, by id; undefined while loading. */
  gateways: Readonly<Record<string, readonly GatewayStatus[]>> | undefined;
  /** Loading failed. */
  gatewaysFailed: boolean;
}

/** Gateways of a location; the response omits locations that never had one. */
export function gatewaysOf(
  { id }: LocationInfo,
  gateways: LocationListProps['gateways'],
): readonly GatewayStatus[] | undefined {
  return gateways && (gateways[String(id)] ?? []);
}

/** Link to the overview of the location, with the same window. */
export function TrafficLink({ location: { id, name } }: { location: LocationInfo }) {
  return (
    <TextLink
      to="/locations/$locationId"
      params={{ locationId: String(id) }}
      search={({ hours, view }) => ({ hours, view })}
    >
      {name}
    </TextLink>
  );
}
