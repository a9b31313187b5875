import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { ensureConsoleBuilt } from './console.mjs';
import { ensureNodeModules, ensureSystemPackages, SetupError, system } from './install.mjs';
import { keepTemporaryFilesInMemory } from './temporary-files.mjs';
import { endProcesses, openTestRun, stream, waitForProcesses } from './test-run.mjs';
import { inWords, playwrightTotals, sum, vitestTotals } from './test-totals.mjs';

/** @typedef {import('./test-totals.mjs').Totals} Totals */
/** @typedef {{ name: string, run: () => Promise<Totals> }} Step */

const limitMinutes = 30;
const isRoot = process.getuid?.() === 0;
keepTemporaryFilesInMemory();
const testRun = openTestRun();
// core and its commands are started hundreds of times: only the first start compiles them
process.env['NODE_COMPILE_CACHE'] = join(testRun.folder, 'compile-cache');

/** @type {Step[]} */
const steps = [
  { name: 'checks', run: runChecks },
  { name: 'console build', run: buildConsole },
  { name: 'tests', run: runVitest },
  { name: 'browser journeys', run: () => runPlaywright('browser') },
  { name: 'network journeys', run: () => (isRoot ? runPlaywright('network') : needsRoot()) },
  { name: 'nothing is left running', run: findLeftovers },
];
/** @type {Map<string, Totals>} */
const results = new Map();

async function buildConsole() {
  try {
    await ensureConsoleBuilt();
    return { passed: 1, failed: 0 };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.log(error.message);
    return { passed: 0, failed: 1 };
  }
}

async function runVitest() {
  const report = join(testRun.folder, 'vitest.json');
  // Without rights over network namespaces those tests cannot run; the step of the journeys says so.
  const projects = isRoot ? [] : ['--project=!net'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return vitestTotals(report, await stream('vitest', ['run', ...projects, ...reporters]));
}

/** @param {string} project */
async function runPlaywright(project) {
  const report = join(testRun.folder, `${project}.json`);
  const args = ['test', `--project=${project}`, '--reporter=line,json'];
  return playwrightTotals(report, await stream('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report }));
}

async function needsRoot() {
  console.log('The network tests make network namespaces and need root: sudo npm test');
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
    await prepare();
    for (const { name, run } of steps) {
      if (stopping) return;
      console.log(`\n── ${name}`);
      results.set(name, await run());
    }
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    results.set('preparation', { passed: 0, failed: 1 });
  }
}

/** Resolves with the reason when the time is up or somebody asks for an end. */
function untilStopped() {
  return new Promise((resolve) => {
    setTimeout(() => resolve(`stopped after ${limitMinutes} minutes`), limitMinutes * 60_000);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(`stopped by ${signal}`));
  });
}

function printTotals() {
  const total = sum([...results.values()]);
  console.log(`\nAfter ${Math.round(performance.now() / 1000)} s:`);
  for (const [name, totals] of results) console.log(`  ${name}: ${inWords(totals)}`);
  console.log(inWords(total));
  return total;
}

const stopReason = await Promise.race([runAll(), untilStopped()]);
stopping = true;
if (stopReason) results.set(stopReason, { passed: 0, failed: 1 });
await endProcesses();
testRun.close();
const { passed, failed } = printTotals();
process.exit(passed > 0 && failed === 0 ? 0 : 1);
