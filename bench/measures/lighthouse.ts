import runLighthouse, { desktopConfig } from 'lighthouse';
import { startBrowser } from '../browser.ts';
import { median } from '../figures.ts';
import type { BenchInstance } from '../instance.ts';
import { atLeast, type Measure, NotMeasured } from '../measure.ts';

interface Page {
  readonly name: string;
  readonly path: string;
  readonly cookie: string | undefined;
  /** Lowest performance on the phone that Lighthouse simulates. */
  readonly phone: number;
}

interface Scores {
  /** Scores from 0 to 100, by category. */
  readonly of: ReadonlyMap<string, number>;
  readonly machine: number;
}

/** Speed depends on the device; the other three do not. */
const onPhone = ['performance', 'accessibility', 'best-practices', 'seo'];
const onDesktop = ['performance'];

const names = new Map([
  ['accessibility', 'accessibility'],
  ['best-practices', 'best practices'],
  ['seo', 'SEO, without is-crawlable'],
]);

/** By default, Lighthouse simulates a slow phone on a slow network. */
export const lighthouse: Measure = {
  name: 'lighthouse',
  async *run(instance) {
    const pages: Page[] = [
      { name: 'sign-in', path: '/sign-in', cookie: undefined, phone: 95 },
      { name: 'start page of an administrator', path: '/', cookie: instance.cookie, phone: 90 },
    ];
    let machine = Number.NaN;
    for (const page of pages) {
      for (const [device, categories] of Object.entries({ phone: onPhone, desktop: onDesktop })) {
        const rounds: Scores[] = [];
        for (let round = 0; round < (instance.quick ? 1 : 5); round += 1) {
          rounds.push(await scoresOf(instance, page, categories, device === 'desktop'));
        }
        machine = median(rounds.map((scores) => scores.machine));
        for (const category of categories) {
          const name = names.get(category) ?? `${category} on a ${device}`;
          const value = median(rounds.map((scores) => scores.of.get(category) ?? 0));
          const least = category === 'performance' && device === 'phone' ? page.phone : 95;
          yield { name: `Lighthouse, ${page.name}: ${name}`, value, unit: '', budget: atLeast(least) };
        }
      }
    }
    // simulated times are a multiple of the times on this machine
    yield { name: 'speed of this machine as Lighthouse rates it; laptops have 1 500', value: machine, unit: '' };
  },
};

async function scoresOf(
  { url }: BenchInstance,
  { path, cookie }: Page,
  categories: string[],
  isDesktop: boolean,
): Promise<Scores> {
  await using driven = await startBrowser();
  const options = {
    port: driven.port,
    output: 'json' as const,
    logLevel: 'error' as const,
    onlyCategories: categories,
    // an instance excludes search engines on purpose
    skipAudits: ['is-crawlable'],
    ...(cookie && { extraHeaders: { Cookie: cookie } }),
  };
  const result = await runLighthouse(`${url}${path}`, options, isDesktop ? desktopConfig : undefined);
  if (!result || result.lhr.runtimeError) throw new NotMeasured(result?.lhr.runtimeError?.message ?? 'no result');
  const { categories: judged, environment } = result.lhr;
  const of = new Map(Object.values(judged).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)] as const));
  return { of, machine: environment.benchmarkIndex };
}
