import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { runAsSystem } from '../limits/work-owner.ts';
import type { Log } from '../log/log.ts';
import type { Metric } from './metric.ts';

/** A request that was answered. `route` is the path with placeholders; undefined if none matched. */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string | undefined;
  readonly status: number;
  readonly seconds: number;
}

export interface MetricsRegistry {
  observeRequest(request: AnsweredRequest): void;
  /** The text for Prometheus. Scrapes within five seconds, by anyone, get the same text. */
  scrape(): Promise<string>;
  readonly contentType: string;
}

interface Options {
  readonly metrics: readonly Metric[];
  readonly log: Log;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
}

const reuseMilliseconds = 5_000;
const bucketSeconds = [0.005, 0.02, 0.1, 0.5, 2, 10];

/** All metrics of this process: those of Node.js, of requests, and of features. */
export function createMetricsRegistry({ metrics, log, elapsed }: Options): MetricsRegistry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'gatewarden_http_request_duration_seconds',
    help: 'Duration of requests to the REST API and the console',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: bucketSeconds,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'gatewarden_metrics_failures_total',
    help: 'How often a metric could not be read, by its name',
    labelNames: ['metric'] as const,
    registers: [registry],
  });
  for (const metric of metrics) {
    register(registry, metric, (error) => {
      failures.inc({ metric: metric.name });
      log.warn({ err: error, metric: metric.name }, 'a metric could not be read');
    });
  }
  let last: { readonly at: number; readonly text: Promise<string> } | undefined;
  return {
    contentType: registry.contentType,
    observeRequest: ({ method, route = 'unmatched', status, seconds }) =>
      requests.observe({ method, route, status: `${Math.trunc(status / 100)}xx` }, seconds),
    scrape() {
      if (!last || elapsed() - last.at >= reuseMilliseconds) {
        last = { at: elapsed(), text: runAsSystem(() => registry.metrics()) };
      }
      return last.text;
    },
  };
}

function register(
  registry: Registry,
  { type, labels = [], read, ...names }: Metric,
  onFailure: (error: unknown) => void,
) {
  const configuration = { ...names, labelNames: labels, registers: [registry] };
  const collect = async (set: (labels: Readonly<Record<string, string>>, value: number) => void) => {
    try {
      for (const sample of await read()) set(sample.labels ?? {}, sample.value);
    } catch (error) {
      onFailure(error);
    }
  };
  if (type === 'gauge') {
    const gauge = new Gauge({
      ...configuration,
      collect: () => {
        gauge.reset();
        return collect((values, value) => gauge.set(values, value));
      },
    });
    return;
  }
  const counter = new Counter({
    ...configuration,
    collect: () => {
      counter.reset();
      return collect((values, value) => counter.inc(values, value));
    },
  });
}
