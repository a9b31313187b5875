import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAdminProgram } from '../src/app/admin/admin-program.ts';
import { silent } from './given/data-folder.ts';

export interface AdminResult {
  /** The exit code. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** An administrator's command in this process; only the named variables are set, and `input` answers its prompts. */
export async function runAdmin(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<AdminResult> {
  const [stdout, stderr]: string[][] = [[], []];
  const code = await runAdminProgram(words, {
    // tests must not share the default data folder
    environment: { GATEWARDEN_DATA_DIR: join(tmpdir(), `gatewarden-unnamed-${randomUUID()}`), ...environment },
    print: (text) => void stdout?.push(text),
    printError: (text) => void stderr?.push(text),
    log: silent,
    promptSecret: async () => input,
  });
  return { code, stdout: stdout?.join('') ?? '', stderr: stderr?.join('') ?? '' };
}
