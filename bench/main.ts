// Measures the performance budgets and writes the results. `npm run bench -- --help` lists the options.
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { huge, large, small } from './data-set/sizes.ts';
import { startBenchInstance } from './instance.ts';
import { isMet, type Measure, NotMeasured, type Reading } from './measure.ts';
import { accessRules } from './measures/access-rules.ts';
import { activity } from './measures/activity.ts';
import { calls } from './measures/calls.ts';
import { consoleSize } from './measures/console-size.ts';
import { delivery } from './measures/delivery.ts';
import { directorySync } from './measures/directory-sync.ts';
import { edge } from './measures/edge.ts';
import { emergencyStop } from './measures/emergency-stop.ts';
import { firewall } from './measures/firewall.ts';
import { firstRun } from './measures/first-run.ts';
import { floods } from './measures/floods.ts';
import { gatewayChange } from './measures/gateway-change.ts';
import { growth, growthOfChanges } from './measures/growth.ts';
import { installedSizes } from './measures/installed-sizes.ts';
import { intake } from './measures/intake.ts';
import { lighthouse } from './measures/lighthouse.ts';
import { lists } from './measures/lists.ts';
import { manyUsers } from './measures/many-users.ts';
import { me } from './measures/me.ts';
import { memory } from './measures/memory.ts';
import { navigation } from './measures/navigation.ts';
import { openid } from './measures/openid.ts';
import { passwords } from './measures/passwords.ts';
import { queries } from './measures/queries.ts';
import { restores } from './measures/restores.ts';
import { scim } from './measures/scim.ts';
import { scrolling } from './measures/scrolling.ts';
import { signInFlood } from './measures/sign-in-flood.ts';
import { slowNetwork } from './measures/slow-network.ts';
import { start } from './measures/start.ts';
import { storage } from './measures/storage.ts';
import { traffic } from './measures/traffic.ts';
import { formatReading, formatTable } from './table.ts';

/** Measures with the fewest side effects come first. */
const measuresOfBudgets: readonly Measure[] = [
  ...[
    start,
    storage,
    me,
    lists,
    calls,
    activity,
    queries,
    traffic,
    gatewayChange,
    accessRules,
    firewall,
    emergencyStop,
    scim,
    directorySync,
    openid,
    edge,
    delivery,
    manyUsers,
    restores,
    passwords,
    firstRun,
    floods,
    signInFlood,
    consoleSize,
    installedSizes,
    scrolling,
    navigation,
    slowNetwork,
    lighthouse,
    memory,
    intake,
  ],
];

const measuresOfGrowth: readonly Measure[] = [growth, growthOfChanges];

const results = new URL('results/', import.meta.url);

const help = `Usage: npm run bench -- [options]

  --only <name>        one measure, can be repeated: ${namesOf(measuresOfBudgets)};
                       with --size huge ${namesOf(measuresOfGrowth)}
  --quick              little data and few repetitions: no reliable figures
  --size huge          only what grows with ten times the users and devices: ratios to the normal data set. Loading
                       takes up to half an hour and 8 GB
  --data-dir <folder>  store the data set there, and reuse it the next time; the huge one in <folder>-huge
  --against <commit>   calls also as ratios to this commit, which must know all migrations of the data set
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    size: { type: 'string', default: 'large' },
    'data-dir': { type: 'string' },
    against: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const measures = values.size === 'huge' ? measuresOfGrowth : measuresOfBudgets;
const chosen = measures.filter(({ name }) => values.only?.includes(name) ?? true);
const unknown = values.only?.filter((name) => !measures.some((measure) => measure.name === name)) ?? [];

if (values.help || unknown.length > 0 || !['large', 'huge'].includes(values.size)) {
  process.stdout.write(help);
  process.exitCode = values.help ? 0 : 2;
} else {
  await bench();
}

function namesOf(measures: readonly Measure[]): string {
  return measures.map(({ name }) => name).join(', ');
}

async function bench(): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  await using instance = await startBenchInstance({
    sizes: values.quick ? small : large,
    smallSizes: small,
    // with --quick, too little to be reliable
    hugeSizes: values.quick ? { ...small, people: 2_000, devices: 4_000 } : huge,
    quick: values.quick,
    dataDir: values['data-dir'],
    against: values.against,
    report: print,
  });
  disposeOnSignal(instance);
  const readings: Reading[] = [];
  const notMeasured: string[] = [];
  for (const measure of chosen) {
    const startedAt = performance.now();
    try {
      for await (const reading of measure.run(instance)) {
        readings.push(reading);
        print(formatReading(reading));
      }
    } catch (error) {
      notMeasured.push(`${measure.name}: ${error instanceof NotMeasured ? error.message : String(error)}`);
    }
    print(`${measure.name} took ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
  print(`\n${formatTable(readings)}\n`);
  for (const gap of notMeasured) print(`not measured: ${gap}`);
  await write(readings);
}

function disposeOnSignal(instance: AsyncDisposable): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void Promise.resolve(instance[Symbol.asyncDispose]()).finally(() => process.exit(1));
    });
  }
}

async function write(readings: readonly Reading[]): Promise<void> {
  const rows = readings.map((reading) => {
    const { name, value, unit, budget } = reading;
    return { name, value, unit, budget: budget?.limit ?? null, met: isMet(reading) ?? null };
  });
  await mkdir(results, { recursive: true });
  await writeFile(new URL('latest.json', results), `${JSON.stringify(rows, null, 2)}\n`);
}
