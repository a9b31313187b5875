/** A value at the time of a scrape. */
export interface MetricSample {
  /** Values of all labels of the metric. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What a feature contributes to `/metrics`. */
export interface Metric {
  /** `gatewarden_` and what it measures, with the unit as the last word: https://prometheus.io/docs/practices/naming/. */
  readonly name: string;
  readonly help: string;
  /** A counter only grows, and begins at zero with the process. */
  readonly type: 'gauge' | 'counter';
  readonly labels?: readonly string[];
  /**
   * Called at most once in five seconds, and only for scrapes: at most one query whose time does not grow with
   * the traffic that is stored. Its failure leaves out the metric.
   */
  readonly read: () => Promise<readonly MetricSample[]>;
}
