import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestEventSource } from '../../../test/browser-gaps.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { LiveProvider, useIsLive } from './live.tsx';

type Asked = { me: number; users: number; devices: number };

function Asking({ topic, asked }: { topic: keyof Asked; asked: Asked }) {
  useQuery({ queryKey: [topic, 'list'], queryFn: () => ++asked[topic] });
  return null;
}

function State() {
  return <p>{useIsLive() ? 'live' : 'not live'}</p>;
}

/** Counts how often the page asks for each topic; the first time counts. */
function givenPage() {
  const asked: Asked = { me: 0, users: 0, devices: 0 };
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <LiveProvider>
        <Asking topic="me" asked={asked} />
        <Asking topic="users" asked={asked} />
        <Asking topic="devices" asked={asked} />
        <State />
      </LiveProvider>
    </QueryClientProvider>,
  );
  return { asked, unmount };
}

const stream = () => {
  const latest = TestEventSource.open.at(-1);
  if (!latest) throw new Error('no stream is open');
  return latest;
};
/** Lets that much time pass, and what it sets off happen. */
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const during = async (step: () => void) => {
  act(step);
  await pass(1);
};

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  window.dispatchEvent(new Event('visibilitychange'));
}

describe('news from the server', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('renew what they name and nothing else', async () => {
    const { asked } = givenPage();
    await pass(1);
    await during(() => stream().succeed());
    expect(screen.getByText('live')).toBeInTheDocument();
    await during(() => stream().send('stale', { stale: ['users'] }));
    expect(asked).toMatchObject({ users: 2, devices: 1 });
  });

  it('of a kind that this console does not know renew everything', async () => {
    const { asked } = givenPage();
    await pass(1);
    await during(() => stream().succeed());
    await during(() => stream().send('stale', { stale: ['from_the_future'] }));
    expect(asked).toMatchObject({ users: 2, devices: 2 });
  });

  it('that were missed while the line was down are made up for', async () => {
    const { asked } = givenPage();
    await pass(1);
    await during(() => stream().succeed());
    expect(asked).toMatchObject({ users: 1, devices: 1 });
    await during(() => stream().fail({ refused: false }));
    expect(screen.getByText('not live')).toBeInTheDocument();
    await during(() => stream().succeed());
    expect(asked).toMatchObject({ users: 2, devices: 2 });
  });

  it('are asked for every 15 seconds while nobody tells', async () => {
    const { asked } = givenPage();
    await pass(1);
    await pass(15_000);
    expect(asked).toMatchObject({ users: 2, devices: 2 });
    await during(() => stream().succeed());
    const before = { ...asked };
    await pass(60_000);
    expect(asked).toEqual(before);
  });

  it('that come while the page is hidden are asked for when somebody looks again, and only they', async () => {
    const { asked } = givenPage();
    await pass(1);
    await during(() => stream().succeed());
    await during(() => show('hidden'));
    await during(() => stream().send('stale', { stale: ['users'] }));
    await pass(60_000);
    expect(asked).toMatchObject({ users: 1, devices: 1 });
    await during(() => show('visible'));
    expect(asked).toMatchObject({ users: 2, devices: 1 });
  });

  it('that are refused ask at once who is there: the session may have ended', async () => {
    const { asked } = givenPage();
    await pass(1);
    await during(() => stream().fail({ refused: true }));
    expect(asked).toEqual({ me: 2, users: 1, devices: 1 });
  });

  it('are listened for again after a refusal, ever more slowly', async () => {
    givenPage();
    const first = stream();
    await during(() => first.fail({ refused: true }));
    await pass(1_000);
    const second = stream();
    expect(second).not.toBe(first);
    await during(() => second.fail({ refused: true }));
    await pass(4_000);
    expect(stream()).toBe(second);
    await pass(1_000);
    expect(stream()).not.toBe(second);
  });

  it('are not listened for once nobody looks', () => {
    const { unmount } = givenPage();
    const { length } = TestEventSource.open;
    unmount();
    expect(TestEventSource.open.length).toBe(length - 1);
  });
});
