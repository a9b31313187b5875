import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { guideBlock } from '../../../tools/guides/guide-blocks.ts';

/** Runs a block of docs/backup.md after the block that sets its variables, with these environment variables. */
export async function followBackupGuide(block: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const script = [guideBlock('backup.md#variables'), block].join('\n');
  const env = { PATH: process.env['PATH'], ...environment };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env });
  return stdout;
}
