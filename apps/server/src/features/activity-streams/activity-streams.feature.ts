import { bySystem } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import { createFindTroubled, type Delivery, type DestinationKind } from '../delivery/index.ts';
import type { Feature } from '../feature.ts';
import { createStreamDestination, createStreamSender } from './stream-destination.ts';
import { streamEvents } from './streams.events.ts';
import { findStream } from './streams.queries.ts';
import { addStreamRoutes } from './streams.routes.ts';
import { createStreamsService, toSnapshot } from './streams.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Pick<Clock, 'now'>;
  readonly secrets: Secrets;
  readonly outbound: Outbound;
  readonly delivery: Pick<Delivery, 'addKind'>;
  readonly version: string;
  readonly address: { readonly url: string };
}

/** The activity log in collectors of the company. */
export function createActivityStreams(dependencies: Dependencies): { readonly feature: Feature } {
  const { db, events, delivery } = dependencies;
  const sender = createStreamSender(dependencies);
  const onStopped: DestinationKind['onStopped'] = async (tx, id, facts) => {
    const stream = await findStream(tx, id);
    if (stream) await events.publish(tx, 'activity-stream.stopped', bySystem, { stream: toSnapshot(stream), ...facts });
  };
  delivery.addKind(createStreamDestination(db, sender, onStopped));
  const service = createStreamsService({ ...dependencies, sender });
  const feature: Feature = {
    name: 'activity-streams',
    addRoutes: (router) => addStreamRoutes(router, service),
    events: streamEvents,
    attention: {
      activity_stream_failing: createFindTroubled(dependencies, { kind: 'stream', type: 'activity_stream' }),
    },
  };
  return { feature };
}
