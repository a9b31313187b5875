import type { Database } from '../../platform/database/database.ts';
import type { Metric } from '../../platform/metrics/metric.ts';
import { countUsersByState } from './metrics.queries.ts';

export function userMetrics(db: Database): Metric[] {
  return [
    {
      name: 'gatewarden_users',
      help: 'Accounts by state',
      type: 'gauge',
      labels: ['state'],
      read: async () => {
        const { enabled, disabled } = await countUsersByState(db);
        return [
          { labels: { state: 'enabled' }, value: enabled },
          { labels: { state: 'disabled' }, value: disabled },
        ];
      },
    },
  ];
}
