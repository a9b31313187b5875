import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { LocationInfo } from '@gatewarden/contract/locations';
import { PeekDrawer } from '../../../ui/peek/peek-drawer.tsx';
import type { Peek } from '../../../ui/table/list-props.ts';
import { useGatewayPeek } from '../../gateways/index.ts';
import { useLocationPeek } from '../../locations/index.ts';
import { useUserPeek } from '../../users/index.ts';
import type { MapNode } from '../map-node.ts';
import { useConnectedPeek } from './connected-peek.tsx';
import { useNetworkDevicePeek } from './network-device-peek.tsx';

interface Props {
  node: MapNode;
  location: LocationInfo;
  /** Of the location. */
  gateways: readonly GatewayStatus[];
  onClose: () => void;
}

/** The summary of a node of the map. */
export function MapPeek({ onClose, ...shown }: Props) {
  const peek = usePeek(shown);
  return peek && <PeekDrawer peek={peek} onClose={onClose} />;
}

/** Undefined for a gateway that was removed. */
function usePeek({ node, location, gateways }: Omit<Props, 'onClose'>): Peek | undefined {
  const locationPeek = useLocationPeek();
  const gatewayPeek = useGatewayPeek();
  const userPeek = useUserPeek();
  const devicePeek = useNetworkDevicePeek();
  const connectedPeek = useConnectedPeek();
  if (node.kind === 'location') return locationPeek(location);
  if (node.kind === 'people') return connectedPeek(location);
  if (node.kind === 'gateway') {
    const gateway = gateways.find(({ uid }) => uid === node.uid);
    return gateway && gatewayPeek(gateway);
  }
  const { username, name, devices } = node.person;
  if (username !== undefined) return userPeek({ username, name });
  const [device] = devices;
  return device && devicePeek(device, location);
}
