import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const guide = new URL('../../../docs/backup.md', import.meta.url);

/** Runs the commands below a heading of docs/backup.md, as an administrator with these variables would. */
export async function followBackupGuide(
  heading: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const text = await readFile(guide, 'utf8');
  const script = [commandsIn(text, 'Backup and restore'), commandsIn(text, heading)].join('\n');
  const env = { PATH: process.env['PATH'], ...environment };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env });
  return stdout;
}

function commandsIn(text: string, heading: string): string {
  const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const commands = Array.from(section.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) => block);
  if (commands.length === 0) throw new Error(`docs/backup.md has no commands below "${heading}"`);
  return commands.join('\n');
}
