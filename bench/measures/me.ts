import { median } from '../figures.ts';
import { sendLoad } from '../load/send-load.ts';
import { atLeast, atMost, type Measure } from '../measure.ts';

const connections = 50;

export const me: Measure = {
  name: 'me',
  async run({ api, cookie, quick }) {
    const load = { url: `${api}/me`, cookie, connections };
    await sendLoad({ ...load, seconds: 2 });
    const results = [];
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      results.push(await sendLoad({ ...load, seconds: quick ? 3 : 10 }));
    }
    const name = `GET /me, ${connections} connections`;
    return [
      {
        name,
        value: median(results.map(({ perSecond }) => perSecond)),
        unit: 'requests/s',
        budget: atLeast(4_000),
      },
      {
        name: `${name}, p99`,
        value: median(results.map(({ latency }) => latency.p99)),
        unit: 'ms',
        budget: atMost(50),
      },
    ];
  },
};
