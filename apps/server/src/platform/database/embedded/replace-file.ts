import { open, rename, rm } from 'node:fs/promises';

/** Stores the text atomically in the file `path`, readable only by its owner. If it fails, the file is as before. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  try {
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
