import runLighthouse from 'lighthouse';
import { startBrowser } from '../browser.ts';
import { median } from '../figures.ts';
import { atLeast, type Measure, NotMeasured, type Reading } from '../measure.ts';
import type { World } from '../world.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** As Lighthouse does it unless told otherwise: a slow phone on a slow network. */
export const lighthouse: Measure = {
  name: 'lighthouse',
  async run(world) {
    const pages = [
      { name: 'sign-in', path: '/sign-in', cookie: undefined },
      { name: 'start page of an administrator', path: '/', cookie: world.cookie },
    ];
    const readings: Reading[] = [];
    for (const page of pages) {
      const rounds = [];
      for (let round = 0; round < (world.quick ? 1 : 3); round += 1) rounds.push(await scoresOf(world, page));
      for (const category of categories) {
        const value = median(rounds.map((scores) => scores.get(category) ?? 0));
        readings.push({ name: `Lighthouse, ${page.name}: ${category}`, value, unit: '', budget: atLeast(95) });
      }
    }
    return readings;
  },
};

/** Of a hundred. */
async function scoresOf(
  { url }: World,
  page: { path: string; cookie: string | undefined },
): Promise<Map<string, number>> {
  await using driven = await startBrowser();
  const result = await runLighthouse(`${url}${page.path}`, {
    port: driven.port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: categories,
    ...(page.cookie && { extraHeaders: { Cookie: page.cookie } }),
  });
  if (!result || result.lhr.runtimeError) throw new NotMeasured(result?.lhr.runtimeError?.message ?? 'no result');
  return new Map(Object.values(result.lhr.categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]));
}
