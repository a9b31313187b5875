import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Launch } from './launch.ts';
import { replaceFile } from './replace-file.ts';
import { runProgram } from './run-program.ts';

/** Reads the password from the file `path`; undefined if there is none. */
export async function readPassword(path: string): Promise<string | undefined> {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return content.trim() || undefined;
}

/** 256 random bits, in characters that need no quoting in SQL and files. */
export function generatePassword(): string {
  return randomBytes(32).toString('base64url');
}

/** Stores the password in the file `path`. */
export async function writePassword(path: string, password: string): Promise<void> {
  await replaceFile(path, `${password}\n`);
}

export interface PasswordReset {
  readonly plan: Launch;
  readonly folder: string;
  readonly role: string;
  readonly password: string;
  readonly log: Logger;
}

/** Sets the password of a role in a database that is not running. */
export async function resetPassword({ plan, folder, role, password, log }: PasswordReset): Promise<void> {
  const args = ['--single', '-D', plan.folder, 'postgres'];
  const input = `ALTER ROLE ${role} PASSWORD '${password}';\n`;
  await runProgram(plan, { program: 'postgres', args, input, folder, log });
}
