import { text } from 'node:stream/consumers';
import { type Launch, launch } from './launch.ts';

export interface ProgramRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly input?: string;
}

/** Runs a program of PostgreSQL to its end. Throws an Error with what it wrote to stderr when it fails. */
export async function runProgram(plan: Launch, { program, args, input = '' }: ProgramRun): Promise<void> {
  const child = launch(plan, program, args, ['pipe', 'ignore', 'pipe']);
  const ended = new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  // It may end without reading what it is given; how it ended says more than the broken pipe.
  child.stdin?.on('error', () => undefined).end(input);
  const [outcome, output] = await Promise.all([ended, child.stderr ? text(child.stderr) : '']);
  if (outcome !== 0) throw new Error(`${program} ended with ${outcome}: ${output.trim()}`);
}
