import { expect, it } from 'vitest';
import { createNewConnectionRate } from './new-connection-rate.ts';

const sixteen = { burst: 16, perSecond: 16 };
const network = (nth: number) => ({ name: `${nth}.1`, widerName: `${nth}` });

function createRate() {
  let now = 0;
  const rate = createNewConnectionRate({ newConnections: sixteen, newKnownConnections: sixteen }, () => now);
  const flooders = Array.from({ length: 40 }, (_, nth) => network(nth));
  return {
    rate,
    /** Each of forty networks requests ten connections in a second; returns how many of each are admitted. */
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

it('admits a network that asks once a second while forty others flood', () => {
  const { rate, floodForASecond } = createRate();
  let tries = 0;
  do {
    floodForASecond();
    tries += 1;
  } while (!rate.admits(network(99), false) && tries < 100);
  // 41 networks share eight connections a second, so that the turn of each comes after about five seconds
  expect(tries).toBeLessThanOrEqual(10);
});

it.each([
  ['of a gateway', network(1)],
  ['that many clients share', undefined],
])('admits a known address %s while another one reconnects in a loop', (_, asking) => {
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

it('limits the rate of all unknown networks and admits known networks meanwhile', () => {
  const { rate, floodForASecond } = createRate();
  let sum = 0;
  for (let second = 0; second < 30; second += 1) {
    for (const count of floodForASecond()) sum += count;
    expect(rate.admits(network(7), true)).toBe(true);
    expect(rate.admits(undefined, false)).toBe(true);
  }
  expect(sum).toBeLessThanOrEqual(16 + 30 * 16);
});
