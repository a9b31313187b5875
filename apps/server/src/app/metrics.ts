import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import type { Config } from '../platform/config/config.ts';
import type { WriteHealth } from '../platform/database/write-health.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metric } from '../platform/metrics/metric.ts';
import { startMetricsServer } from '../platform/metrics/metrics-server.ts';
import { createMetricsRegistry } from '../platform/metrics/registry.ts';
import type { Features } from './features.ts';
import { version } from './version.ts';

interface Dependencies {
  readonly config: Pick<Config, 'metricsPort' | 'metricsHost'>;
  readonly pool: pg.Pool;
  readonly writeHealth: Pick<WriteHealth, 'refusal'>;
  readonly log: Log;
}

/** Serves metrics if a port is configured; undefined otherwise. */
export async function startMetrics({ all }: Pick<Features, 'all'>, { config, log, ...parts }: Dependencies) {
  const { metricsPort: port, metricsHost: host } = config;
  if (port === undefined) return undefined;
  const metrics = [...ownMetrics(parts), ...all.flatMap(({ metrics: ofFeature = [] }) => ofFeature)];
  const registry = createMetricsRegistry({ metrics, log, elapsed: () => performance.now() });
  const server = await startMetricsServer(registry, { port, host }, log);
  return { ...server, observeRequest: registry.observeRequest };
}

function ownMetrics({ pool, writeHealth }: Pick<Dependencies, 'pool' | 'writeHealth'>): Metric[] {
  return [
    {
      name: 'gatewarden_build_info',
      help: 'The version of core; always 1',
      type: 'gauge',
      labels: ['version'],
      read: async () => [{ labels: { version }, value: 1 }],
    },
    {
      name: 'gatewarden_database_connections',
      help: 'Connections of this process to the database; waiting: requests that wait for one',
      type: 'gauge',
      labels: ['state'],
      read: async () => [
        { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'waiting' }, value: pool.waitingCount },
      ],
    },
    {
      name: 'gatewarden_database_writable',
      help: 'Whether the database accepts changes: 1 or 0',
      type: 'gauge',
      read: async () => [{ value: writeHealth.refusal() === undefined ? 1 : 0 }],
    },
  ];
}
