import { DomainError } from '@gatewarden/contract/errors';
import type { Events } from '../../platform/events/events.ts';
import type { ComponentKind } from '../links/index.ts';
import type { GatewayLog } from './gateway-log.ts';
import { toGatewaySnapshot } from './gateways.events.ts';
import { countGateways, insertGateway } from './gateways.queries.ts';

/** Far more than a location needs, yet few enough that a leaked token cannot fill the database. */
const maxGatewaysPerLocation = 100;

/**
 * Gateways as a kind of component: what happens when one of them joins, disconnects, or is refused, revoked or removed.
 */
export function createGatewayKind({
  events,
  gatewayLog,
}: {
  readonly events: Events;
  readonly gatewayLog: GatewayLog;
}): ComponentKind {
  return {
    name: 'gateway',
    credentialPrefix: 'gwg_',
    async joined(tx, component, origin) {
      const gateway = toGatewaySnapshot(component);
      await insertGateway(tx, gateway.id);
      if ((await countGateways(tx, gateway.location_id)) > maxGatewaysPerLocation) {
        throw new DomainError('gateway_limit_reached', { limit: maxGatewaysPerLocation });
      }
      await events.publish(tx, 'gateway.joined', origin, { gateway });
    },
    revoked: (tx, component, origin) =>
      events.publish(tx, 'gateway.revoked', origin, { gateway: toGatewaySnapshot(component) }),
    removed: (tx, component, origin) =>
      events.publish(tx, 'gateway.removed', origin, { gateway: toGatewaySnapshot(component) }),
    disconnected: (tx, component) =>
      gatewayLog.publish(tx, 'gateway.disconnected', { gateway: toGatewaySnapshot(component) }),
    refused: (tx, { component, ...refusal }, origin) =>
      gatewayLog.publish(
        tx,
        'gateway.refused',
        { ...refusal, gateway: component && toGatewaySnapshot(component) },
        origin,
      ),
  };
}
