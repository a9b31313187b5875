import type { Correction } from '@gatewarden/contract/gateway/v1';
import type { Tx } from '../../platform/database/database.ts';
import { listDeviceNames } from './gateway-status.queries.ts';
import type { AppliedCorrection, GatewaySnapshot } from './gateways.events.ts';

const maxNamed = 10;

/**
 * Describes for the activity log what a gateway changed at its interface: devices by name, unknown keys as they are.
 */
export async function describeCorrection(
  tx: Tx,
  gateway: GatewaySnapshot,
  { settings, removedPeers, upsertedPeers, firstKeys }: Omit<Correction, '$typeName' | 'firewall'>,
): Promise<AppliedCorrection> {
  const keys = firstKeys.slice(0, maxNamed).map((key) => Buffer.from(key.subarray(0, 32)).toString('base64'));
  const names = await listDeviceNames(tx, keys);
  return { gateway, settings, removedPeers, upsertedPeers, peers: keys.map((key) => names.get(key) ?? key) };
}
