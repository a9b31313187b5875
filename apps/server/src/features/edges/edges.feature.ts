import type { EdgeCalls } from '@gatewarden/listener/edge-calls';
import type { Origin } from '../../platform/actor.ts';
import { classifyDatabaseError } from '../../platform/database/classify-database-error.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import type { Links } from '../links/index.ts';
import { createEdgeConnections } from './connect-edges.ts';
import { createEdgeKind } from './edge-kind.ts';
import { createEdgeLog, logOmittedEdgeEntries } from './edge-log.ts';
import { createEdgeStreams } from './edge-streams.ts';
import { edgeEvents } from './edges.events.ts';
import { addEdgeLinkCalls } from './edges.grpc.ts';
import { listEdges } from './edges.queries.ts';
import { addEdgesRoutes } from './edges.routes.ts';
import { createEdgesService } from './edges.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly notifications: Notifications;
  readonly events: Events;
  readonly clock: Clock;
  readonly log: Log;
  readonly links: Pick<Links, 'addKind' | 'listener'>;
  readonly version: string;
  readonly address: { readonly edgeUrl: string };
}

/** In case a notification was lost. */
const refreshMilliseconds = 60_000;

/** Edges that run as processes of their own: core connects to them and answers what they pass on. */
export function createEdges(dependencies: Dependencies) {
  const { db, notifications, events, clock, version, address } = dependencies;
  const log = dependencies.log.child({ part: 'edges' });
  const edgeLog = createEdgeLog({ events, clock });
  let calls: EdgeCalls | undefined;
  let refresh: NodeJS.Timeout | undefined;

  const links = dependencies.links.addKind(createEdgeKind({ edgeLog, removeComponent }));
  async function removeComponent(tx: Tx, id: string, origin: Origin): Promise<void> {
    const component = await links.lock(tx, null, id);
    if (component) await links.remove(tx, component, origin);
  }

  const streams = createEdgeStreams({
    ...{ db, edgeLog, version, isHttps: () => address.edgeUrl.startsWith('https:') },
    calls() {
      if (!calls) throw new Error('the calls of the edge are not set');
      return calls;
    },
  });
  const connections = createEdgeConnections({
    ...dependencies.links.listener,
    log,
    addCalls: (router, { address: at }, onCall) => addEdgeLinkCalls(router, { links, streams, address: at, onCall }),
  });

  /** One after another, so that an older list does not replace a newer one. */
  let following = Promise.resolve();
  function follow(): void {
    following = following.then(async () => {
      if (!refresh) return;
      try {
        const edges = await listEdges(db);
        if (refresh) connections.follow(edges.map(({ id, address: at }) => ({ id, address: at })));
      } catch (error) {
        // that the database is unavailable is reported once, by the part that watches it
        if (!classifyDatabaseError(error)) log.warn({ err: error }, 'the edges could not be read; retrying');
      }
    });
  }
  events.onCommitted(({ type }) => {
    if (type === 'edge.added' || type === 'edge.removed') follow();
  });
  notifications.onReconnect(follow);

  const edges = createEdgesService({ db, events, clock, links, problemOf: connections.problemOf });
  const feature: Feature = {
    name: 'edges',
    addRoutes: (router) => addEdgesRoutes(router, edges),
    jobs: [logOmittedEdgeEntries(events)],
    events: edgeEvents,
    async serve() {
      refresh = setInterval(follow, refreshMilliseconds);
      follow();
      await following;
      return undefined;
    },
    async stop() {
      clearInterval(refresh);
      refresh = undefined;
      await following;
      await connections.stop();
    },
  };
  return {
    /** Call before core serves: the calls that edges pass on. */
    setCalls(given: EdgeCalls) {
      calls = given;
    },
    list: edges.list,
    feature,
  };
}
