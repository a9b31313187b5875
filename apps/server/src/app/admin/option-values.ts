import { readFile, writeFile } from 'node:fs/promises';
import type { Arguments } from '../../features/admin-command.ts';
import { StartError } from '../../platform/start-error.ts';

export function textOf(options: Arguments['options'], name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** @throws StartError */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Never replaces a file. @throws StartError */
export async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new StartError(`${file} cannot be created (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
