import type { Database } from '../../platform/database/database.ts';
import type { Metric } from '../../platform/metrics/metric.ts';
import type { Clock } from '../../ports/clock.ts';
import { countGateways } from './metrics.queries.ts';

export function gatewayMetrics({ db, clock }: { readonly db: Database; readonly clock: Clock }): Metric[] {
  return [
    {
      name: 'gatewarden_gateways',
      help: 'Gateways of each location; incomplete: connected, but what it should run is not applied completely',
      type: 'gauge',
      labels: ['location_id', 'location', 'state'],
      read: async () =>
        (await countGateways(db, clock.now())).flatMap(({ id, name, connected, incomplete, disconnected }) =>
          Object.entries({ complete: connected - incomplete, incomplete, disconnected }).map(([state, value]) => ({
            labels: { location_id: String(id), location: name, state },
            value,
          })),
        ),
    },
  ];
}
