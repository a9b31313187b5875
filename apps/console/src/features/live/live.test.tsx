import { pingSeconds } from '@gatewarden/contract/live.names';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestEventSource } from '../../../test/browser-stubs.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { LiveProvider, useIsLive } from './live.tsx';

const pingMilliseconds = pingSeconds * 1000;

type FetchCounts = { me: number; users: number; devices: number };

interface Fetches {
  readonly counts: FetchCounts;
  readonly milliseconds: number;
}

function TopicQuery({ topic, counts, milliseconds }: Fetches & { topic: keyof FetchCounts }) {
  const queryFn = async () => {
    counts[topic] += 1;
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return null;
  };
  useQuery({ queryKey: [topic, 'list'], queryFn });
  return null;
}

function State() {
  return <p>{useIsLive() ? 'live' : 'not live'}</p>;
}

/** A change that invalidates nothing by itself. */
function Save() {
  const { mutate } = useMutation({ mutationFn: async () => undefined });
  return (
    <button type="button" onClick={() => mutate()}>
      Save
    </button>
  );
}

/** Counts the fetches of each topic, including the first. */
function givenPage(milliseconds = 0) {
  const counts: FetchCounts = { me: 0, users: 0, devices: 0 };
  const fetches = { counts, milliseconds };
  const queryClient = createQueryClient();
  const page = (more?: string) => (
    <QueryClientProvider client={queryClient}>
      <LiveProvider>
        <TopicQuery topic="me" {...fetches} />
        <TopicQuery topic="users" {...fetches} />
        <TopicQuery topic="devices" {...fetches} />
        {more && <TopicQuery key={more} topic="users" {...fetches} />}
        <Save />
        <State />
      </LiveProvider>
    </QueryClientProvider>
  );
  const { unmount, rerender } = render(page());
  /** Mounts another component that shows users, instead of the previous one. */
  const show = (key: string) => rerender(page(key));
  return { counts, queryClient, show, unmount };
}

const stream = () => {
  const latest = TestEventSource.open.at(-1);
  if (!latest) throw new Error('no stream is open');
  return latest;
};
/** Advances the timers and runs what they trigger. An open stream delivers nothing meanwhile. */
const advanceInSilence = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** The same; an open stream delivers the pings of core. */
const advance = async (milliseconds: number) => {
  let left = milliseconds;
  for (; left > pingMilliseconds; left -= pingMilliseconds) {
    await advanceInSilence(pingMilliseconds);
    for (const one of TestEventSource.open) if (one.readyState === 1) one.send('ping', {});
  }
  await advanceInSilence(left);
};
const runAndAdvance = async (step: () => void) => {
  act(step);
  await advance(1);
};

function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  window.dispatchEvent(new Event('visibilitychange'));
}

describe('LiveProvider', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('refetches only the named topics', async () => {
    const { counts } = givenPage();
    await advance(1);
    await runAndAdvance(() => stream().succeed());
    expect(screen.getByText('live')).toBeInTheDocument();
    await runAndAdvance(() => stream().send('stale', { stale: ['users'] }));
    expect(counts).toMatchObject({ users: 2, devices: 1 });
  });

  it('refetches a query at most once per 2 s during a burst of changes, the last change included', async () => {
    const { counts } = givenPage();
    await advance(1);
    await runAndAdvance(() => stream().succeed());
    for (let change = 0; change < 50; change += 1) {
      act(() => stream().send('stale', { stale: ['users'] }));
      await advance(100);
    }
    await advance(60_000);
    expect(counts).toMatchObject({ users: 5, devices: 1 });
  });

  it('refetches what takes long less often during a burst of changes', async () => {
    const { counts } = givenPage(400);
    await advance(1_000);
    await runAndAdvance(() => stream().succeed());
    for (let change = 0; change < 100; change += 1) {
      act(() => stream().send('stale', { stale: ['users'] }));
      await advance(100);
    }
    // the first one, at 0 s and at 8 s
    expect(counts.users).toBe(3);
  });

  it('shows a change by the user of this console without delay during a burst', async () => {
    const { counts } = givenPage();
    await advance(1);
    await runAndAdvance(() => stream().succeed());
    await runAndAdvance(() => stream().send('stale', { stale: ['users'] }));
    await runAndAdvance(() => stream().send('stale', { stale: ['users'] }));
    expect(counts.users).toBe(2);
    await runAndAdvance(() => screen.getByText('Save').click());
    expect(counts.users).toBe(3);
    await runAndAdvance(() => stream().send('stale', { stale: ['users'] }));
    expect(counts.users).toBe(4);
  });

  it('refetches everything for an unknown topic', async () => {
    const { counts } = givenPage();
    await advance(1);
    await runAndAdvance(() => stream().succeed());
    await runAndAdvance(() => stream().send('stale', { stale: ['from_the_future'] }));
    expect(counts).toMatchObject({ users: 2, devices: 2 });
  });

  it('refetches what changed between its request and the opening of the stream', async () => {
    const { counts } = givenPage();
    await advance(5_000);
    const changed_ms_ago = { me: 6_000, users: 3_000 };
    await runAndAdvance(() => stream().succeed({ changed_ms_ago, complete_ms: 60_000 }));
    await advance(10_000);
    expect(counts).toEqual({ me: 1, users: 2, devices: 1 });
  });

  it('refetches what changed while its request was answered', async () => {
    const { counts } = givenPage(3_000);
    await advance(2_000);
    await runAndAdvance(() => stream().succeed({ changed_ms_ago: { users: 1_000 }, complete_ms: 60_000 }));
    await advance(20_000);
    expect(counts).toEqual({ me: 1, users: 2, devices: 1 });
  });

  it('refetches a prefetched list that changed while its request was answered', async () => {
    const { counts, queryClient } = givenPage();
    let prefetched = 0;
    const queryFn = async () => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      prefetched += 1;
      return null;
    };
    void queryClient.prefetchQuery({ queryKey: ['users', 'next'], queryFn });
    await advance(1_000);
    await runAndAdvance(() => stream().succeed({ changed_ms_ago: { users: 500 }, complete_ms: 60_000 }));
    await advance(10_000);
    expect(queryClient.getQueryState(['users', 'next'])?.isInvalidated).toBe(true);
    expect([prefetched, counts.users]).toEqual([1, 2]);
  });

  it('refetches after an interruption only what changed meanwhile', async () => {
    const { counts } = givenPage();
    await advance(1);
    await runAndAdvance(() => stream().succeed());
    await advance(3_600_000);
    await runAndAdvance(() => stream().fail({ refused: false }));
    expect(screen.getByText('not live')).toBeInTheDocument();
    await advance(3_000);
    await runAndAdvance(() => stream().succeed({ changed_ms_ago: { users: 2_000 }, complete_ms: null }));
    expect(counts).toEqual({ me: 1, users: 2, devices: 1 });
  });

  it.each([
    ['core does not know what changed', { changed_ms_ago: {}, complete_ms: 60_000 }],
    ['the event of core cannot be read', '{'],
  ])('refetches everything after an interruption if %s', async (_reason, recent) => {
    const { counts } = givenPage();
    await advance(1);
    await runAndAdvance(() => stream().succeed());
    await advance(3_600_000);
    await runAndAdvance(() => stream().fail({ refused: false }));
    await runAndAdvance(() => stream().succeed(recent));
    expect(counts).toEqual({ me: 2, users: 2, devices: 2 });
  });

  it('fetches for a new component only what is older than a minute while the stream is open, else 5 s', async () => {
    const { counts, show } = givenPage();
    await advance(1);
    await runAndAdvance(() => stream().succeed());
    await advance(50_000);
    show('first');
    await advance(1);
    expect(counts.users).toBe(1);
    await advance(20_000);
    show('second');
    await advance(1);
    expect(counts.users).toBe(2);
    await runAndAdvance(() => stream().fail({ refused: false }));
    await advance(10_000);
    show('third');
    await advance(1);
    expect(counts.users).toBe(3);
  });

  it('polls every 15 seconds while the stream is down', async () => {
    const { counts } = givenPage();
    await advance(1);
    await advance(15_000);
    expect(counts).toMatchObject({ users: 2, devices: 2 });
    await runAndAdvance(() => stream().succeed());
    const before = { ...counts };
    await advance(60_000);
    expect(counts).toEqual(before);
  });

  it('defers refetches of stale topics while the page is hidden', async () => {
    const { counts } = givenPage();
    await advance(1);
    await runAndAdvance(() => stream().succeed());
    await runAndAdvance(() => setVisibility('hidden'));
    await runAndAdvance(() => stream().send('stale', { stale: ['users'] }));
    await advance(60_000);
    expect(counts).toMatchObject({ users: 1, devices: 1 });
    await runAndAdvance(() => setVisibility('visible'));
    expect(counts).toMatchObject({ users: 2, devices: 1 });
  });

  it('refetches a list that changed while a hidden page was fetching it', async () => {
    const { counts } = givenPage(3_000);
    await runAndAdvance(() => stream().succeed());
    await runAndAdvance(() => setVisibility('hidden'));
    await runAndAdvance(() => stream().send('stale', { stale: ['users'] }));
    await advance(60_000);
    const { users, devices } = counts;
    await runAndAdvance(() => setVisibility('visible'));
    expect(counts).toMatchObject({ users: users + 1, devices });
  });

  it('refetches the user when the stream is refused, because the session may have ended', async () => {
    const { counts } = givenPage();
    await advance(1);
    await runAndAdvance(() => stream().fail({ refused: true }));
    expect(counts).toEqual({ me: 2, users: 1, devices: 1 });
  });

  it('reconnects after a refusal with growing delays', async () => {
    givenPage();
    const first = stream();
    await runAndAdvance(() => first.fail({ refused: true }));
    await advance(1_000);
    const second = stream();
    expect(second).not.toBe(first);
    await runAndAdvance(() => second.fail({ refused: true }));
    await advance(4_000);
    expect(stream()).toBe(second);
    await advance(1_000);
    expect(stream()).not.toBe(second);
  });

  it('reconnects and is not live after 40 s without any event of an open stream', async () => {
    const { counts } = givenPage();
    const first = stream();
    await runAndAdvance(() => first.succeed());
    await advance(600_000);
    await runAndAdvance(() => first.send('ping', {}));
    expect(stream()).toBe(first);
    await advanceInSilence(39_000);
    expect(screen.getByText('live')).toBeInTheDocument();
    await advanceInSilence(1_000);
    expect(screen.getByText('not live')).toBeInTheDocument();
    expect(stream()).not.toBe(first);
    expect(first.readyState).toBe(TestEventSource.CLOSED);
    await runAndAdvance(() => stream().succeed({ changed_ms_ago: { users: 30_000 }, complete_ms: 60_000 }));
    expect(screen.getByText('live')).toBeInTheDocument();
    expect(counts).toEqual({ me: 2, users: 2, devices: 2 });
  });

  it('closes the stream on unmount', () => {
    const { unmount } = givenPage();
    const { length } = TestEventSource.open;
    unmount();
    expect(TestEventSource.open.length).toBe(length - 1);
  });
});
