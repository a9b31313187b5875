import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { syncFolder, writeFileAtomically } from '../platform/atomic-file.ts';
import { StopError } from '../platform/stop-error.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { Identity, Refusal } from './identity.ts';

/** The interfaces that this folder stands for. Written before the first of them is made. */
const OwnInterfaces = z.object({
  /** What each of them bears as its alias; nobody else's does. */
  mark: z.string(),
  /** The one in use first; behind it those that are still to be removed. */
  names: z.array(z.string()),
});
export type OwnInterfaces = z.infer<typeof OwnInterfaces>;

/** All that the agent keeps: one folder per gateway, open to its owner alone, used by one process at a time. */
export interface StateFolder extends AsyncDisposable {
  readonly journalPath: string;
  /** Empty at each start; for files that live for a moment. */
  readonly temporaryFolder: string;
  readIdentity(): Promise<Identity | undefined>;
  /** Pinned authority as PEM; undefined before the first join. */
  readCa(): Promise<string | undefined>;
  /** Replaces what was there. @param ca pinned authority as PEM */
  saveIdentity(identity: Identity, ca: string): Promise<void>;
  /** Addresses of core's replicas beside the one that the gateway joined with; none when nothing is stored. */
  readCores(): Promise<readonly string[]>;
  saveCores(addresses: readonly string[]): Promise<void>;
  readRefusal(): Promise<Refusal | undefined>;
  /** With a new mark and no names before the first start. */
  readInterfaces(): Promise<OwnInterfaces>;
  saveInterfaces(own: OwnInterfaces): Promise<void>;
  removeState(): Promise<void>;
  /** Removes identity and state, but not the refusal. */
  removeGateway(refusal: Refusal): Promise<void>;
}

/** Makes the folder if needed. @throws StopError when another agent uses it, or it is not fit to hold secrets */
export async function openStateFolder(path: string): Promise<StateFolder> {
  await prepareFolder(path);
  const lock = await lockFolder(path);
  const temporaryFolder = join(path, 'tmp');
  await rm(temporaryFolder, { recursive: true, force: true });
  await mkdir(temporaryFolder, { mode: 0o700 });
  return folderAt(path, temporaryFolder, lock);
}

const identityFile = 'identity.json';
const coresFile = 'cores.json';
const Cores = z.array(z.string());

function folderAt(path: string, temporaryFolder: string, lock: FolderLock): StateFolder {
  const inside = (name: string) => join(path, name);
  const read = <Content>(name: string, schema: z.ZodType<Content>) => readJson(inside(name), schema);
  const write = (name: string, content: unknown) =>
    writeFileAtomically(inside(name), `${JSON.stringify(content, null, 2)}\n`);
  const remove = async (...names: string[]) => {
    for (const name of names) await rm(inside(name), { force: true });
    await syncFolder(path);
  };
  return {
    journalPath: inside('state.log'),
    temporaryFolder,
    readIdentity: () => read(identityFile, Identity),
    readCa: () => readText(inside('ca.pem')),
    saveIdentity: async (identity, ca) => {
      // The identity comes last: it is what says that the gateway has joined.
      await writeFileAtomically(inside('ca.pem'), ca);
      await write(identityFile, identity);
      await remove('refusal.json');
    },
    // without the list the gateway still has the address that it joined with
    readCores: async () => (await read(coresFile, Cores).catch(() => undefined)) ?? [],
    saveCores: (addresses) => write(coresFile, addresses),
    readRefusal: () => read('refusal.json', Refusal),
    readInterfaces: async () => (await read('interfaces.json', OwnInterfaces)) ?? { mark: newMark(), names: [] },
    saveInterfaces: (own) => write('interfaces.json', own),
    removeState: () => remove('state.log'),
    removeGateway: async (refusal) => {
      await write('refusal.json', refusal);
      await remove(identityFile, 'state.log', 'ca.pem', coresFile);
    },
    [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose](),
  };
}

/** The kernel keeps up to 255 bytes of it (IFALIASZ). */
function newMark(): string {
  return `gatewarden-gateway ${randomUUID()}`;
}

async function prepareFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const { mode } = await stat(path);
    if ((mode & 0o077) === 0) return;
    const names = await readdir(path);
    if (names.length > 0 && !names.includes(identityFile)) {
      throw new StopError(
        'failed',
        `The folder ${path} is open to other users and holds other files; give the gateway a folder of its own with --state-dir.`,
      );
    }
    await chmod(path, 0o700);
  } catch (error) {
    if (error instanceof StopError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new StopError('failed', `The state folder ${path} cannot be used: ${why}.`, { cause: error });
  }
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

async function readJson<Content>(path: string, schema: z.ZodType<Content>): Promise<Content | undefined> {
  const text = await readText(path);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new StopError('failed', `${path} cannot be read; move it away and join again.`, { cause: error });
  }
}
