import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { explainFailure } from './explain-failure.ts';
import { type Launch, launch } from './launch.ts';

export interface ProgramRun {
  readonly program: 'initdb' | 'postgres';
  readonly args: readonly string[];
  readonly input?: string;
  /** The data folder of the program, as shown to the operator. */
  readonly folder: string;
  readonly log: Logger;
}

/**
 * Runs a program of PostgreSQL until it ends.
 * @throws StartError if it fails
 */
export async function runProgram(plan: Launch, { program, args, input = '', folder, log }: ProgramRun): Promise<void> {
  const child = launch(plan, program, args, ['pipe', 'ignore', 'pipe']);
  const ended = new Promise<number | string | null>((resolve, reject) => {
    child.once('error', (error) => reject(explainFailure(folder, error.message, error)));
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  // The program may end without reading its input; its exit code is more informative than the broken pipe.
  child.stdin?.on('error', () => undefined).end(input);
  const [outcome, output] = await Promise.all([ended, child.stderr ? text(child.stderr) : '']);
  // A single-user server reports a failed command and exits with 0.
  if (outcome === 0 && !/\b(ERROR|FATAL|PANIC):/.test(output)) return;
  log.error({ output }, `${program} of the embedded database failed`);
  throw explainFailure(folder, `${program} ended with ${outcome}\n${output}`);
}
