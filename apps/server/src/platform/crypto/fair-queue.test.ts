import { describe, expect, it } from 'vitest';
import { type Client, createFairQueue } from './fair-queue.ts';

const limits = { slots: 1, perAddress: 4, perAccount: 3, inTotal: 8 };
let accounts = 0;
const from = (ip: string, more: Partial<Client> = {}): Client => {
  accounts += 1;
  return { ip, account: `account ${accounts}`, isKnown: false, ...more };
};

/** Starts a queue whose work ends when the test says so; `started` is the order in which the work began. */
function startQueue(options: Partial<typeof limits> = {}) {
  const queue = createFairQueue({ ...limits, ...options });
  const started: string[] = [];
  const open: (() => void)[] = [];
  const outcomes: Promise<string>[] = [];
  return {
    started,
    ask(name: string, client: Client): { readonly outcome: Promise<string> } {
      const outcome = queue
        .run(client, async () => {
          started.push(name);
          await new Promise<void>((resolve) => open.push(resolve));
          return 'done';
        })
        .catch(({ code }) => code);
      outcomes.push(outcome);
      return { outcome };
    },
    async finishAll(): Promise<string[]> {
      let isDone = false;
      const all = Promise.all(outcomes).finally(() => {
        isDone = true;
      });
      while (!isDone) {
        open.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
      return all;
    },
  };
}

describe('createFairQueue', () => {
  it('serves addresses in turn, even if one of them floods', async () => {
    const queue = startQueue();
    for (const name of ['a1', 'a2', 'a3', 'a4']) queue.ask(name, from('192.0.2.1'));
    queue.ask('b1', from('192.0.2.2'));
    queue.ask('c1', from('192.0.2.3'));
    await queue.finishAll();
    expect(queue.started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
  });

  it('serves the accounts of one address in turn', async () => {
    const queue = startQueue();
    const flooded = { account: 'flooded' };
    for (const name of ['a1', 'a2', 'a3']) queue.ask(name, from('192.0.2.1', flooded));
    queue.ask('b1', from('192.0.2.1'));
    await queue.finishAll();
    expect(queue.started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('counts a /64 as one address', async () => {
    const queue = startQueue();
    for (let host = 1; host <= 6; host += 1) queue.ask(`a${host}`, from(`2001:db8::${host}`));
    queue.ask('b1', from('2001:db8:0:1::1'));
    expect((await queue.finishAll()).filter((code) => code === 'rate_limited')).toHaveLength(1);
    expect(queue.started.slice(0, 3)).toEqual(['a1', 'a2', 'b1']);
  });

  it('refuses work over the limit of an address or account and serves all accepted work', async () => {
    const queue = startQueue();
    for (let request = 0; request < 9; request += 1) queue.ask('address', from('192.0.2.1'));
    for (let request = 0; request < 6; request += 1)
      queue.ask('account', from(`192.0.2.${request + 2}`, { account: 'una' }));
    const outcomes = await queue.finishAll();
    expect(outcomes.slice(0, 9).filter((outcome) => outcome === 'done')).toHaveLength(5);
    expect(outcomes.slice(9).filter((outcome) => outcome === 'done')).toHaveLength(3);
  });

  it('drops work of the address with the most waiting work when it is full', async () => {
    const queue = startQueue();
    for (const ip of ['192.0.2.1', '192.0.2.2']) for (let i = 0; i < 5; i += 1) queue.ask(ip, from(ip));
    expect(await Promise.race([queue.ask('late', from('192.0.2.3')).outcome, 'waits'])).toBe('waits');
    const outcomes = await queue.finishAll();
    expect(outcomes.at(-1)).toBe('done');
    expect(queue.started.slice(0, 4)).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.2', 'late']);
  });

  it('serves known clients first, and others among them', async () => {
    const queue = startQueue({ perAddress: 8 });
    queue.ask('running', from('192.0.2.9'));
    for (const name of ['s1', 's2']) queue.ask(name, from('192.0.2.1'));
    for (const name of ['k1', 'k2', 'k3', 'k4']) queue.ask(name, from('192.0.2.1', { isKnown: true }));
    await queue.finishAll();
    expect(queue.started).toEqual(['running', 'k1', 'k2', 'k3', 's1', 'k4', 's2']);
  });

  it('reserves a quarter of the queue for unknown clients', async () => {
    const queue = startQueue();
    queue.ask('running', from('192.0.2.99'));
    const ask = (name: string, count: number, isKnown: boolean) =>
      Array.from({ length: count }, (_, nth) => queue.ask(`${name}${nth}`, from(`192.0.2.${nth + 1}`, { isKnown })));
    const [others, knowns] = [ask('o', 8, false), ask('k', 8, true)];
    await queue.finishAll();
    const served = async (asked: typeof others) =>
      (await Promise.all(asked.map(({ outcome }) => outcome))).filter((outcome) => outcome === 'done').length;
    expect([await served(others), await served(knowns)]).toEqual([2, 6]);
  });

  it('drops the work of a client that has disconnected', async () => {
    const queue = startQueue();
    const gone = new AbortController();
    queue.ask('running', from('192.0.2.1'));
    const dropped = queue.ask('gone', from('192.0.2.1', { signal: gone.signal }));
    queue.ask('stays', from('192.0.2.1'));
    gone.abort();
    expect(await dropped.outcome).toBe('rate_limited');
    expect(await queue.ask('late', from('192.0.2.1', { signal: gone.signal })).outcome).toBe('rate_limited');
    await queue.finishAll();
    expect(queue.started).toEqual(['running', 'stays']);
  });

  it('reports after how many seconds to retry', async () => {
    const queue = createFairQueue({ ...limits, perAddress: 0 });
    const running = queue.run(from('192.0.2.1'), () => new Promise((resolve) => setImmediate(resolve)));
    await expect(queue.run(from('192.0.2.1'), async () => undefined)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retry_after_seconds: 1 },
    });
    await running;
  });
});
