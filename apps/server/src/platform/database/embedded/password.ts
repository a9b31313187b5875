import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { explainFailure } from './explain-failure.ts';

/** The password kept in the file `path`, which is made with 256 random bits and mode 0600 when it is missing. */
export async function keepPassword(path: string): Promise<{ password: string; isNew: boolean }> {
  try {
    const kept = (await readFile(path, 'utf8').catch(ignoreMissing)).trim();
    if (kept) return { password: kept, isNew: false };
    const password = randomBytes(32).toString('base64url');
    const handle = await open(path, 'w', 0o600);
    await handle
      .writeFile(`${password}\n`)
      .then(() => handle.sync())
      .finally(() => handle.close());
    return { password, isNew: true };
  } catch (error) {
    throw explainFailure(path, String(error), error);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
