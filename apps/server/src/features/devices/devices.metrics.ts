import type { Database } from '../../platform/database/database.ts';
import type { Metric } from '../../platform/metrics/metric.ts';
import { countDevicesByKind } from './metrics.queries.ts';

export function deviceMetrics(db: Database): Metric[] {
  return [
    {
      name: 'gatewarden_devices',
      help: 'Devices of users, and network devices',
      type: 'gauge',
      labels: ['kind'],
      read: async () => {
        const { user, network } = await countDevicesByKind(db);
        return [
          { labels: { kind: 'user' }, value: user },
          { labels: { kind: 'network' }, value: network },
        ];
      },
    },
  ];
}
