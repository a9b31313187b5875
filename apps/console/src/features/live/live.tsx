import { streamStaleTopics } from '@gatewarden/contract/calls';
import type { RecentEvent, StaleEvent, StaleTopic } from '@gatewarden/contract/live';
import { staleTopics } from '@gatewarden/contract/live.names';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { onReturn, reportAnswer, reportFailure } from '../../lib/connection.ts';
import { pathOf } from '../../lib/path-of.ts';
import { TimedQueryCache } from '../../lib/timed-query-cache.ts';
import { createThrottle } from './throttle.ts';

/** Poll interval while the stream is down. */
const pollMilliseconds = 15_000;
/** Interval in which changes reported by the server refetch a query at most once. */
const refetchMilliseconds = 2_000;
/**
 * What takes long is refetched less often: the list of all devices takes core some hundred milliseconds, and in a large
 * company a device connects every second.
 */
const refetchDurations = 20;
/** Browsers do not reopen a refused stream. Delays of our attempts; the last one repeats. */
const reopenMilliseconds = [1_000, 5_000, 15_000, 60_000] as const;
/** How long data is fresh while the stream is open: core reports its changes, except those that are only due to the time. */
const staleMilliseconds = 60_000;
/** After that long without any event the connection is broken, even if the browser has not noticed: core sends a ping every 15 s. */
const maxSilenceMilliseconds = 40_000;

const Live = createContext(false);

/** Whether the stream is open and delivers events. If not, data may be as old as the last poll. */
export function useIsLive(): boolean {
  return useContext(Live);
}

/** Invalidates queries when the server reports stale topics, and polls while the stream is down. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [isLive, setIsLive] = useState(false);

  useEffect(() => listen(queryClient, setIsLive), [queryClient]);
  useEffect(() => (isLive ? extendFreshness(queryClient) : poll(queryClient)), [isLive, queryClient]);

  return <Live.Provider value={isLive}>{children}</Live.Provider>;
}

function listen(queryClient: QueryClient, onState: (live: boolean) => void): () => void {
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  const throttle = createThrottle(
    (queryHash: string) => intervalOf(queryClient, queryHash),
    (queryHash) => refetch(queryClient, queryHash),
  );
  // changes by the user of this console are shown without delay
  const unsubscribe = queryClient.getMutationCache().subscribe(({ type, mutation }) => {
    if (type === 'updated' && mutation.state.status === 'success') throttle.flush();
  });

  const reportStale = (predicate: (query: Query) => boolean) => {
    void queryClient.invalidateQueries({ predicate, refetchType: 'none' });
    for (const query of queryClient.getQueryCache().findAll({ predicate })) {
      if (query.isActive() || query.state.fetchStatus === 'fetching') throttle.request(query.queryHash);
    }
  };

  const restartSilence = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      onState(false);
      reportFailure();
      reopen();
    }, maxSilenceMilliseconds);
  };

  const open = () => {
    stream = new EventSource(pathOf(streamStaleTopics));
    stream.addEventListener('open', () => {
      refusals = 0;
      reportAnswer();
    });
    for (const name of ['open', 'recent', 'stale', 'ping']) stream.addEventListener(name, restartSilence);
    stream.addEventListener('recent', (event) => {
      onState(true);
      reportStale(isOutdatedBy(recentChangesOf(event.data), queryClient));
    });
    stream.addEventListener('stale', (event) => reportStale(isOfTopics(topicsOf(event.data))));
    stream.addEventListener('error', () => {
      clearTimeout(silence);
      onState(false);
      reportFailure();
      if (stream?.readyState !== EventSource.CLOSED) return; // the browser reconnects by itself
      // The most common reason for a refusal is that the session has ended; the refetch finds out immediately.
      void markStale(queryClient, ['me']);
      timer = setTimeout(open, reopenMilliseconds[Math.min(refusals, reopenMilliseconds.length - 1)]);
      refusals += 1;
    });
  };
  const reopen = () => {
    clearTimeout(timer);
    stream?.close();
    // a new stream does not know whose data the page shows
    void markStale(queryClient, ['me']);
    open();
  };
  open();
  // the browser’s own next attempt may be a minute away
  const stopListening = onReturn(() => stream?.readyState !== EventSource.OPEN && reopen());
  return () => {
    stopListening();
    clearTimeout(timer);
    clearTimeout(silence);
    unsubscribe();
    throttle.stop();
    stream?.close();
    onState(false);
  };
}

function topicsOf(data: string): readonly string[] {
  try {
    const { stale } = JSON.parse(data) as StaleEvent;
    return stale.every((topic) => staleTopics.includes(topic)) ? stale : staleTopics;
  } catch {
    // A newer server may send unknown topics; then any data may be stale.
    return staleTopics;
  }
}

/** If the event cannot be read, any data may be stale. */
function recentChangesOf(data: string): RecentEvent {
  try {
    return JSON.parse(data) as RecentEvent;
  } catch {
    return { changed_ms_ago: {}, complete_ms: 0 };
  }
}

/**
 * Whether data was requested before core received a change of it. The event was delayed on its way, so that a change seems
 * up to that much later than it was: some data is fetched again in vain, but no change is missed.
 */
function isOutdatedBy({ changed_ms_ago, complete_ms }: RecentEvent, queryClient: QueryClient) {
  const now = Date.now();
  const completeSince = complete_ms === null ? Number.NEGATIVE_INFINITY : now - complete_ms;
  const cache = queryClient.getQueryCache();
  return (query: Query) => {
    if (!isOfTopics(staleTopics)(query)) return false;
    const changed = changed_ms_ago[String(query.queryKey[0]) as StaleTopic];
    const changedAt = changed === undefined ? Number.NEGATIVE_INFINITY : now - changed;
    const requestedAt = cache instanceof TimedQueryCache ? cache.requestedAt(query) : 0;
    return requestedAt <= Math.max(completeSince, changedAt);
  };
}

function intervalOf(queryClient: QueryClient, queryHash: string): number {
  const cache = queryClient.getQueryCache();
  const query = cache.get(queryHash);
  const duration = query && cache instanceof TimedQueryCache ? cache.durationOf(query) : 0;
  return Math.min(Math.max(refetchMilliseconds, refetchDurations * duration), pollMilliseconds);
}

/** A topic is the first element of its query keys. */
function isOfTopics(topics: readonly string[]) {
  return ({ queryKey }: Query) => topics.includes(String(queryKey[0]));
}

/**
 * Returns false while the query is being fetched: restarting a slow fetch at every change would never complete it, and
 * its answer, which may be older than the change, marks the query as current.
 */
function refetch(queryClient: QueryClient, queryHash: string): boolean {
  const query = queryClient.getQueryCache().get(queryHash);
  if (!query) return true;
  if (query.state.fetchStatus === 'fetching') return false;
  void queryClient.invalidateQueries({
    // whose session it is matters to a hidden page too: another user may look at it next
    refetchType: document.visibilityState === 'visible' || query.queryKey[0] === 'me' ? 'active' : 'none',
    predicate: (one) => one === query,
  });
  return true;
}

/** A hidden page refetches when it becomes visible: gateways report often while any user views traffic. */
async function markStale(queryClient: QueryClient, topics: readonly string[]): Promise<void> {
  await queryClient.invalidateQueries({
    refetchType: document.visibilityState === 'visible' || topics.includes('me') ? 'active' : 'none',
    predicate: isOfTopics(topics),
  });
}

/** Returns a function that ends it. Applies to components that are mounted from now on. */
function extendFreshness(queryClient: QueryClient): () => void {
  const set = (options: { staleTime?: number }) => {
    for (const topic of staleTopics) queryClient.setQueryDefaults([topic], options);
  };
  set({ staleTime: staleMilliseconds });
  return () => set({});
}

function poll(queryClient: QueryClient): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void markStale(queryClient, staleTopics);
  }, pollMilliseconds);
  return () => clearInterval(timer);
}
