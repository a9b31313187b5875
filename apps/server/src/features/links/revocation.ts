import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Component, ComponentKind } from './component.ts';
import * as queries from './components.queries.ts';

/** Invalidates the credential of the component and ends its stream on every replica. */
export type RevokeComponent = (tx: Tx, kind: ComponentKind, component: Component, origin: Origin) => Promise<void>;
/**
 * As `RevokeComponent`, and the component is no longer listed. Its row remains, so that its credential is recognized.
 */
export type RemoveComponent = RevokeComponent;

export function createRevocation(clock: Pick<Clock, 'now'>): { revoke: RevokeComponent; remove: RemoveComponent } {
  return {
    async revoke(tx, kind, component, origin) {
      await queries.setRevoked(tx, component.id, clock.now());
      await queries.notifyComponentChange(tx, { componentId: component.id, streamId: null });
      await kind.revoked(tx, component, origin);
    },
    async remove(tx, kind, component, origin) {
      await queries.setRemoved(tx, component.id, clock.now());
      await queries.notifyComponentChange(tx, { componentId: component.id, streamId: null });
      await kind.removed(tx, component, origin);
    },
  };
}
