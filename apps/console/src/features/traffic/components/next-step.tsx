import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { AddFirstDevice } from '../../devices/index.ts';
import type { Traffic } from '../traffic.queries.ts';

interface Props {
  gateways: readonly GatewayStatus[] | undefined;
  traffic: Traffic | undefined;
  /** Absent: all locations. */
  locationId?: number;
}

/** Offers to add a device when a gateway is connected and no device has connected during the period. */
export function NextStep({ gateways, traffic, ...rest }: Props) {
  const isReady = gateways?.some(({ connected }) => connected) && traffic?.body.active_user_devices === 0;
  return isReady ? <AddFirstDevice {...rest} /> : null;
}
