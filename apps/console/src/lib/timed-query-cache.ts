import { type Query, QueryCache, type QueryCacheNotifyEvent } from '@tanstack/react-query';

interface RequestTimes {
  /** Of the latest request. */
  latest: number;
  /** Of the request whose answer is cached. */
  answered: number;
  /** How long the last answer took. */
  duration: number;
}

const noTimes: RequestTimes = { latest: 0, answered: 0, duration: 0 };

/** A cache that knows when its data was requested: the answer may be as old as the request, whenever it arrived. */
export class TimedQueryCache extends QueryCache {
  readonly #times = new WeakMap<Query, RequestTimes>();

  override notify(event: QueryCacheNotifyEvent): void {
    if (event.type === 'updated') this.#record(event);
    super.notify(event);
  }

  /** Epoch milliseconds, of the request in flight if there is one. 0 for data that the query did not request itself. */
  requestedAt(query: Query): number {
    const { latest, answered } = this.#times.get(query) ?? noTimes;
    return query.state.fetchStatus === 'idle' ? answered : latest;
  }

  /** Milliseconds that the last answer took; 0 before the first. */
  durationOf(query: Query): number {
    return (this.#times.get(query) ?? noTimes).duration;
  }

  #record({ query, action }: Extract<QueryCacheNotifyEvent, { type: 'updated' }>): void {
    const times = this.#times.get(query) ?? noTimes;
    if (action.type === 'fetch') this.#times.set(query, { ...times, latest: Date.now() });
    if (action.type === 'success' && !action.manual) {
      this.#times.set(query, { ...times, answered: times.latest, duration: Date.now() - times.latest });
    }
  }
}
