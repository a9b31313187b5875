import { join } from 'node:path';
import { ensureBuilt } from './builds.mjs';
import { runChecks } from './checks.mjs';
import { ensureNodeModules, ensureSystemPackages, SetupError, system } from './install.mjs';
import { keepTemporaryFilesInMemory } from './temporary-files.mjs';
import { matchingFiles, readArguments, usage } from './test-arguments.mjs';
import { endProcesses, openTestRun, stream, waitForProcesses } from './test-run.mjs';
import {
  formatTotals,
  playwrightFailures,
  playwrightTotals,
  sum,
  vitestFailures,
  vitestTotals,
} from './test-totals.mjs';

/** @typedef {import('./test-totals.mjs').Totals} Totals */
/** @typedef {{ name: string, run: () => Promise<Totals> }} Step */
/**
 * Sequences of steps that run in parallel.
 * @typedef {Step[][]} Group
 */

const limitMinutes = 70;
const isRoot = process.getuid?.() === 0;
const names = namesOfTests();
keepTemporaryFilesInMemory();
const testRun = openTestRun();
// core and its commands are started hundreds of times: only the first start compiles them
process.env['NODE_COMPILE_CACHE'] = join(testRun.folder, 'compile-cache');

/** @type {Map<string, Totals>} */
const results = new Map();
/** @type {string[]} */
const failures = [];

/** Ends the program when the arguments are invalid or request help. */
function namesOfTests() {
  try {
    const { help, names } = readArguments(process.argv.slice(2));
    if (!help) return names;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
}

const leftovers = { name: 'nothing is left running', run: findLeftovers };

/**
 * Network tests run one after another, because namespaces and interfaces are shared by the machine, and mostly wait.
 * Browser journeys follow them beside the rest of the tests: both wait a fifth of their time, the one for the database,
 * the other for the browser.
 * @returns {Group[]}
 */
function allSteps() {
  return [
    [[{ name: 'checks', run: runChecks }], [{ name: 'build', run: build }]],
    [
      [{ name: 'tests', run: () => runVitest('tests', ['--project=!net']) }],
      [
        { name: 'network tests', run: () => (isRoot ? runVitest('network-tests', ['--project=net']) : needsRoot()) },
        { name: 'network journeys', run: () => runPlaywright('network', []) },
        { name: 'browser journeys', run: () => runPlaywright('browser', []) },
      ],
    ],
    [[leftovers]],
  ];
}

/**
 * @param {string[]} names
 * @returns {Group[]}
 */
function stepsOf(names) {
  const { tests, browser, network } = matchingFiles(names);
  if (tests.length + browser.length + network.length === 0) {
    throw new SetupError(`No test matches ${names.join(', ')}.`);
  }
  const steps = [
    ...(tests.length > 0 ? [{ name: 'tests', run: () => runVitest('tests', tests) }] : []),
    ...(network.length > 0 ? [{ name: 'network journeys', run: () => runPlaywright('network', network) }] : []),
    ...(browser.length > 0 ? [{ name: 'browser journeys', run: () => runPlaywright('browser', browser) }] : []),
    leftovers,
  ];
  return [[steps]];
}

async function build() {
  try {
    await ensureBuilt('core', 'console', 'edge');
    return { passed: 1, failed: 0 };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.log(error.message);
    return { passed: 0, failed: 1 };
  }
}

/**
 * @param {string} name of the report
 * @param {string[]} args files or options
 */
async function runVitest(name, args) {
  const report = join(testRun.folder, `${name}.json`);
  const reporters = [
    '--reporter=default',
    '--reporter=./tools/long-running-tests.mjs',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const code = await stream('vitest', ['run', ...reporters, ...args]);
  failures.push(...vitestFailures(report));
  return vitestTotals(report, code);
}

/**
 * @param {'browser' | 'network'} project
 * @param {string[]} files all when empty
 */
async function runPlaywright(project, files) {
  if (project === 'network' && !isRoot) return needsRoot();
  const report = join(testRun.folder, `${project}.json`);
  const paths = files.map((file) => file.replaceAll('.', '\\.'));
  // each run empties its output folder at the start
  const output = `--output=test-results/${project}`;
  const args = ['test', `--project=${project}`, '--reporter=line,json', output, ...paths];
  const code = await stream('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  failures.push(...playwrightFailures(report));
  return playwrightTotals(report, code);
}

async function needsRoot() {
  console.log('The network tests create network namespaces and need root: sudo npm test');
  return { passed: 0, failed: 1 };
}

async function findLeftovers() {
  const leftovers = await waitForProcesses(5);
  for (const { pid, command } of leftovers) console.log(`✗ still running: ${pid} ${command}`);
  return leftovers.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function prepare() {
  await ensureNodeModules();
  await ensureSystemPackages(Object.values(system));
}

let stopping = false;

async function runAll() {
  try {
    const groups = names.length > 0 ? stepsOf(names) : allSteps();
    await prepare();
    for (const group of groups) await Promise.all(group.map(runInOrder));
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    results.set('preparation', { passed: 0, failed: 1 });
  }
}

/** @param {Step[]} steps */
async function runInOrder(steps) {
  for (const { name, run } of steps) {
    if (stopping) return;
    console.log(`\n── ${name}`);
    const startedAt = performance.now();
    results.set(name, await run());
    console.log(`── ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }
}

/** Resolves with the reason at the time limit or on a signal. */
function untilStopped() {
  return new Promise((resolve) => {
    setTimeout(() => resolve(`stopped after ${limitMinutes} minutes`), limitMinutes * 60_000);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(`stopped by ${signal}`));
  });
}

function printTotals() {
  const total = sum([...results.values()]);
  console.log(`\nAfter ${Math.round(performance.now() / 1000)} s:`);
  for (const [name, totals] of results) console.log(`  ${name}: ${formatTotals(totals)}`);
  for (const failure of failures) console.log(`  ✗ ${failure}`);
  console.log(formatTotals(total));
  return total;
}

const stopReason = await Promise.race([runAll(), untilStopped()]);
stopping = true;
if (stopReason) results.set(stopReason, { passed: 0, failed: 1 });
await endProcesses();
testRun.close();
const { passed, failed } = printTotals();
process.exit(passed > 0 && failed === 0 ? 0 : 1);
