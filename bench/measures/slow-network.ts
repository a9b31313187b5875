import { startBrowser } from '../browser.ts';
import { median } from '../figures.ts';
import { atMost, type Measure } from '../measure.ts';
import { openPage } from '../open-page.ts';

/** A mobile connection at the edge of its cell: milliseconds of a round trip, and bytes per second both ways. */
const conditions = { offline: false, latency: 600, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const budgetSeconds = 6;

/** How long a visitor on a slow network waits for the form of sign-in, with an empty cache. */
export const slowNetwork: Measure = {
  name: 'slow-network',
  async *run({ url, quick }) {
    await using driven = await startBrowser();
    const seconds: number[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      await using opened = await openPage(driven.browser, { url, cookie: undefined });
      const { page } = opened;
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', conditions);
      const startedAt = performance.now();
      await page.goto(`${url}/sign-in`, { waitUntil: 'commit' });
      // a character that the field has accepted: it is usable
      await page.getByLabel('Username').fill('a');
      seconds.push((performance.now() - startedAt) / 1000);
    }
    const name = 'sign-in usable at 600 ms round trip and 50 kB/s';
    yield { name, value: median(seconds), unit: 's', budget: atMost(budgetSeconds) };
  },
};
