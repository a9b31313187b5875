import { type Query, QueryCache, type QueryCacheNotifyEvent } from '@tanstack/react-query';

interface RequestTimes {
  /** Of the latest request. */
  latest: number;
  /** Of the request whose answer is cached. */
  answered: number;
}

/** A cache that knows when its data was requested: the answer may be as old as the request, whenever it arrived. */
export class TimedQueryCache extends QueryCache {
  readonly #times = new WeakMap<Query, RequestTimes>();

  override notify(event: QueryCacheNotifyEvent): void {
    if (event.type === 'updated') this.#record(event);
    super.notify(event);
  }

  /** Epoch milliseconds, of the request in flight if there is one. 0 for data that the query did not request itself. */
  requestedAt(query: Query): number {
    const { latest, answered } = this.#times.get(query) ?? { latest: 0, answered: 0 };
    return query.state.fetchStatus === 'idle' ? answered : latest;
  }

  #record({ query, action }: Extract<QueryCacheNotifyEvent, { type: 'updated' }>): void {
    const { latest, answered } = this.#times.get(query) ?? { latest: 0, answered: 0 };
    if (action.type === 'fetch') this.#times.set(query, { latest: Date.now(), answered });
    if (action.type === 'success' && !action.manual) this.#times.set(query, { latest, answered: latest });
  }
}
