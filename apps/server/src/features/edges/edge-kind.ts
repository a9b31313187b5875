import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Component, ComponentKind } from '../links/index.ts';
import type { EdgeLog } from './edge-log.ts';
import { findEdgeOf, lockEdge, setComponent } from './edges.queries.ts';

interface Dependencies {
  readonly edgeLog: EdgeLog;
  /** Ends the credential of the edge that had joined at the address before. */
  readonly removeComponent: (tx: Tx, id: string, origin: Origin) => Promise<void>;
}

/** Edges as a kind of component. The name of a component is the address at which core connected to it. */
export function createEdgeKind({ edgeLog, removeComponent }: Dependencies): ComponentKind {
  return {
    name: 'edge',
    credentialPrefix: 'gwe_',
    async joined(tx, { id, name, hostname }, origin) {
      const edge = await lockEdge(tx, { address: name ?? '' });
      // it was removed while core had a connection to it
      if (!edge) throw new DomainError('join_token_invalid');
      const { component_id: former, ...snapshot } = edge;
      await setComponent(tx, edge.id, id);
      if (former !== null) await removeComponent(tx, former, origin);
      await edgeLog(tx, 'edge.joined', { edge: snapshot, hostname }, origin);
    },
    // what ends the credential has an event: the edge was removed, or another one has joined
    revoked: async () => undefined,
    removed: async () => undefined,
    async disconnected(tx, component) {
      const edge = await findEdgeOf(tx, component.id);
      if (edge) await edgeLog(tx, 'edge.disconnected', { edge, hostname: component.hostname });
    },
    async refused(tx, { component, reason, hostname }, origin) {
      await edgeLog(tx, 'edge.refused', { edge: await edgeOf(tx, component), reason, hostname }, origin);
    },
  };
}

async function edgeOf(tx: Tx, component: Component | null) {
  return component ? ((await findEdgeOf(tx, component.id)) ?? null) : null;
}
