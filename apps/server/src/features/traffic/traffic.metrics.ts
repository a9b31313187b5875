import type { Database } from '../../platform/database/database.ts';
import type { Metric } from '../../platform/metrics/metric.ts';
import { countConnected } from './metrics.queries.ts';
import type { Total } from './record.queries.ts';

/** Bytes that this process counted since its start, by location. */
export type CountedTraffic = ReadonlyMap<number, Total>;

export function trafficMetrics(db: Database, counted: CountedTraffic): Metric[] {
  return [
    {
      name: 'gatewarden_connected_devices',
      help: 'Devices that are connected to each location',
      type: 'gauge',
      labels: ['location_id', 'location'],
      read: async () =>
        (await countConnected(db)).map(({ id, name, devices }) => ({
          labels: { location_id: String(id), location: name },
          value: devices,
        })),
    },
    {
      name: 'gatewarden_traffic_bytes_total',
      help: 'Traffic that gateways reported to this replica since its start; upload is sent to devices',
      type: 'counter',
      labels: ['location_id', 'direction'],
      read: async () =>
        [...counted].flatMap(([id, { upload, download }]) =>
          Object.entries({ upload, download }).map(([direction, value]) => ({
            labels: { location_id: String(id), direction },
            value,
          })),
        ),
    },
  ];
}
