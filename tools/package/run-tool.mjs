import { SetupError } from '../install.mjs';
import { capture } from '../run.mjs';
import { buildEnv } from '../workspace.mjs';

/**
 * Runs a program that builds a part of a package.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [variables]
 * @throws {SetupError} with the output of a program that failed
 */
export async function runTool(program, args, variables = {}) {
  const { code, output } = await capture(program, args, { env: buildEnv({ LC_ALL: 'C', TZ: 'UTC', ...variables }) });
  if (code !== 0) throw new SetupError(`${output.trimEnd()}\n\n${program} ended with code ${code}.`);
}
