import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { capture } from './run.mjs';
import { at, workspaces } from './workspace.mjs';

/** @typedef {{ name: string, command: string[] }} Check */

/**
 * The checks of `npm run check`, slow ones first. A new check is one more line.
 * @returns {Check[]}
 */
function allChecks() {
  return [
    {
      name: 'format and lint',
      command: ['biome', 'ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=50'],
    },
    ...typeChecks(),
    { name: 'unused code', command: ['knip', '--no-config-hints'] },
    { name: 'code that only tests use', command: ['knip', '--production', '--strict', '--no-config-hints'] },
    { name: 'dependency rules', command: ['depcruise', 'packages', 'apps'] },
    { name: 'database types', command: ['node', 'apps/server/tools/database-types.ts', '--verify'] },
    { name: 'calls of the console', command: ['node', 'packages/contract/tools/generate-calls.ts', '--verify'] },
    { name: 'configuration page', command: ['node', 'apps/server/tools/configuration-doc.ts', '--verify'] },
    { name: 'documentation', command: ['vitest', 'run', '--project', 'unit', 'tools/guides'] },
    { name: 'protobuf style', command: ['buf', 'lint'] },
    { name: 'generated protobuf', command: ['node', 'tools/check-protobuf.mjs'] },
    { name: 'lock file', command: ['npm', 'ci', '--dry-run', '--offline', '--loglevel=error'] },
    { name: 'commit subjects', command: ['node', 'tools/check-commits.mjs'] },
    { name: 'licences and notices', command: ['node', 'tools/notices.mjs', '--verify'] },
    { name: 'translations', command: ['node', 'tools/check-translations.mjs'] },
    { name: 'language', command: ['node', 'tools/check-language.mjs'] },
  ];
}

/**
 * With one checker each: several infer the same types again, which doubles the work, and checks run in parallel anyway.
 * @returns {Check[]}
 */
function typeChecks() {
  return ['.', ...workspaces()]
    .filter((folder) => existsSync(at(folder, 'tsconfig.json')))
    .map((folder) => ({
      name: folder === '.' ? 'types' : `types of ${folder}`,
      command: ['tsc', '-p', folder, '--checkers', '1'],
    }));
}

/**
 * Runs all checks, one per processor core at a time, and prints a line for each and the output of failed ones.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks() {
  const waiting = allChecks();
  const totals = { passed: 0, failed: 0 };
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      totals[(await runCheck(check)) ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return totals;
}

/**
 * @param {Check} check
 * @returns {Promise<boolean>}
 */
async function runCheck({ name, command: [program = '', ...args] }) {
  const startedAt = performance.now();
  const { code, output } = await capture(program, args);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${name}  ${seconds} s`);
  if (code !== 0) console.log(`${output.trimEnd()}\n`);
  return code === 0;
}
