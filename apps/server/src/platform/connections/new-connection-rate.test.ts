import { expect, it } from 'vitest';
import { createNewConnectionRate } from './new-connection-rate.ts';

const sixteen = { burst: 16, perSecond: 16 };
const network = (nth: number) => ({ name: `${nth}.1`, widerName: `${nth}` });

function givenRate() {
  let now = 0;
  const rate = createNewConnectionRate({ newConnections: sixteen, newKnownConnections: sixteen }, () => now);
  const flooders = Array.from({ length: 40 }, (_, nth) => network(nth));
  return {
    rate,
    /** Each of forty networks asks ten times; how often each is admitted. */
    floodForASecond() {
      const admitted = flooders.map(() => 0);
      for (let nth = 0; nth < 10; nth += 1) {
        now += 100;
        for (const [index, each] of flooders.entries()) {
          if (rate.admits(each, false)) admitted[index] = (admitted[index] ?? 0) + 1;
        }
      }
      return admitted;
    },
  };
}

it('admits a network that asks once a second within its share, however fast forty others ask', () => {
  const { rate, floodForASecond } = givenRate();
  let tries = 0;
  do {
    floodForASecond();
    tries += 1;
  } while (!rate.admits(network(99), false) && tries < 100);
  // forty-one networks share eight connections a second, so that its turn comes after five
  expect(tries).toBeLessThanOrEqual(10);
});

it.each([
  ['of a gateway', network(1)],
  ['that many clients share', undefined],
])('admits a familiar address %s within its share while another reconnects in a loop', (_, asking) => {
  let now = 0;
  const rate = createNewConnectionRate({ newConnections: sixteen, newKnownConnections: sixteen }, () => now);
  const loop = () => {
    now += 1000;
    return Array.from({ length: 100 }, () => rate.admits(network(0), true)).filter((each) => each).length;
  };
  for (let second = 0; second < 10; second += 1) loop();
  const admitted = [];
  for (let second = 0; second < 10; second += 1) {
    expect(loop()).toBeLessThanOrEqual(16);
    admitted.push(rate.admits(asking, true));
  }
  expect(admitted).toEqual(Array.from({ length: 10 }, () => true));
});

it('admits no more of them all than the limit, and familiar networks meanwhile', () => {
  const { rate, floodForASecond } = givenRate();
  let sum = 0;
  for (let second = 0; second < 30; second += 1) {
    for (const count of floodForASecond()) sum += count;
    expect(rate.admits(network(7), true)).toBe(true);
    expect(rate.admits(undefined, false)).toBe(true);
  }
  expect(sum).toBeLessThanOrEqual(16 + 30 * 16);
});
