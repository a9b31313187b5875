import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestClock } from '../../../test/test-clock.ts';
import type { StreamControl } from './component.ts';
import { openComponentStream } from './component-stream.ts';
import type { OwnershipStatus } from './stream-ownership.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Requests as if from the network: pushed by the test, pulled by the stream. */
function createInbox() {
  const queue: string[] = [];
  let wake = Promise.withResolvers<void>();
  return {
    push(message: string) {
      queue.push(message);
      wake.resolve();
    },
    async *requests(): AsyncGenerator<string> {
      for (;;) {
        for (let next = queue.shift(); next; next = queue.shift()) yield next;
        wake = Promise.withResolvers<void>();
        if (queue.length === 0) await wake.promise;
      }
    },
  };
}

/** A stream of texts that has sent its welcome; `say` makes core send one. */
async function givenStream(status: () => OwnershipStatus = () => 'active') {
  const inbox = createInbox();
  const requests = inbox.requests();
  const returned = vi.spyOn(requests, 'return');
  const waiting: string[] = [];
  const opened = Promise.withResolvers<StreamControl>();
  const closed = vi.fn(async () => undefined);
  const answer = async () => status();
  const stream = openComponentStream<string, string>({
    ...{ componentId: 'c', streamId: 's', coreAddresses: [], requests, clock: createTestClock() },
    ownership: { seen: answer, verify: answer, write: answer },
    messages: { welcome: () => 'welcome', coreAddresses: (addresses) => `cores ${addresses.join()}` },
    openSession(control) {
      opened.resolve(control);
      return { next: async () => waiting.shift(), receive: () => control.seen(), close: closed };
    },
  });
  const outgoing = stream.outgoing();
  expect((await outgoing.next()).value).toBe('welcome');
  const control = await opened.promise;
  const say = (text: string) => {
    waiting.push(text);
    control.wake();
  };
  return { inbox, stream, outgoing, returned, closed, say };
}

it('ends the stream of a component that sends nothing for 30 seconds', async () => {
  const { inbox, say, outgoing } = await givenStream();
  const next = outgoing.next();
  for (let nth = 0; nth < 5; nth += 1) {
    await vi.advanceTimersByTimeAsync(29_000);
    inbox.push('heartbeat');
    await vi.advanceTimersByTimeAsync(0);
  }
  say('still there');
  expect((await next).value).toBe('still there');
  const end = outgoing.next();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await end).toEqual({ done: true, value: undefined });
});

it('releases its requests and its session when it ends', async () => {
  const { stream, returned, closed, outgoing } = await givenStream();
  stream.end();
  expect((await outgoing.next()).done).toBe(true);
  expect(returned).toHaveBeenCalled();
  await stream.close();
  expect(closed).toHaveBeenCalledOnce();
});

it('sends the addresses of core when they change', async () => {
  const { stream, outgoing } = await givenStream();
  const next = outgoing.next();
  stream.setCoreAddresses(['one:1', 'two:2']);
  expect((await next).value).toBe('cores one:1,two:2');
});

it.each<[OwnershipStatus, string | undefined]>([
  ['superseded', undefined],
  ['credential-ended', 'component_credential_invalid'],
  ['location-gone', 'location_not_found'],
])('ends when its status is %s', async (status, code) => {
  const { inbox, outgoing } = await givenStream(() => status);
  const end = outgoing.next().then(
    ({ done }) => done,
    (error: { code?: string }) => error.code,
  );
  inbox.push('heartbeat');
  expect(await end).toBe(code ?? true);
});
