import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FloodOptions, FloodResult } from './flood-options.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));
/**
 * Attackers use their own processors, so the attacking process runs only while the others are idle. Nine in ten of its
 * connections still reach core. With the lowest regular priority instead, it doubled the duration of a page.
 */
const idlePriority = ['chrt', '--idle', '0'] as const;

/** Attacks from another process, so that it does not slow down the measuring one. */
export async function sendFlood(options: FloodOptions): Promise<FloodResult> {
  const [command, ...args] = idlePriority;
  const child = spawn(command, [...args, process.execPath, program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  child.stdin.end(JSON.stringify(options));
  const output = await text(child.stdout);
  const [code] = await exited;
  if (code !== 0) throw new Error(`the flood ended with ${code}`);
  return JSON.parse(output) as FloodResult;
}
