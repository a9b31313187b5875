import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { syncFolder, writeFileAtomically } from './atomic-file.ts';
import { lockFolder } from './folder-lock.ts';
import { StopError } from './stop-error.ts';

/** What a component stores for its link: one folder that only its owner may open, used by one process at a time. */
export interface LinkFolder<Identity, Refusal> extends AsyncDisposable {
  /** Path of a file in the folder. */
  pathOf(name: string): string;
  /** Undefined when the file does not exist. @throws StopError when it cannot be read */
  read<Content>(name: string, schema: z.ZodType<Content>): Promise<Content | undefined>;
  write(name: string, content: unknown): Promise<void>;
  remove(...names: string[]): Promise<void>;
  readIdentity(): Promise<Identity | undefined>;
  /** Pinned authority as PEM; undefined before the first join. */
  readCa(): Promise<string | undefined>;
  /** Replaces the stored identity and authority. @param ca pinned authority as PEM */
  saveIdentity(identity: Identity, ca: string): Promise<void>;
  /** Addresses of core's replicas in addition to the one that the component joined with; empty when none are stored. */
  readCores(): Promise<readonly string[]>;
  saveCores(addresses: readonly string[]): Promise<void>;
  readRefusal(): Promise<Refusal | undefined>;
  /** Removes the identity and stores that core refused it. @param otherFiles further files to remove */
  saveRefusal(refusal: Refusal, ...otherFiles: string[]): Promise<void>;
}

interface Options<Identity, Refusal> {
  /** Name of the component in error messages, such as `gateway`. */
  readonly component: string;
  readonly identity: z.ZodType<Identity>;
  readonly refusal: z.ZodType<Refusal>;
}

const identityFile = 'identity.json';
const refusalFile = 'refusal.json';
const caFile = 'ca.pem';
const coresFile = 'cores.json';
const Cores = z.array(z.string());

/** Creates the folder if needed. @throws StopError when another process uses it, or it cannot store secrets safely */
export async function openLinkFolder<Identity, Refusal>(
  path: string,
  options: Options<Identity, Refusal>,
): Promise<LinkFolder<Identity, Refusal>> {
  await prepareFolder(path, options.component);
  const lock = await lockFolder(path, options.component);
  const pathOf = (name: string) => join(path, name);
  const read = <Content>(name: string, schema: z.ZodType<Content>) => readJson(pathOf(name), schema);
  const write = (name: string, content: unknown) =>
    writeFileAtomically(pathOf(name), `${JSON.stringify(content, null, 2)}\n`);
  const remove = async (...names: string[]) => {
    for (const name of names) await rm(pathOf(name), { force: true });
    await syncFolder(path);
  };
  return {
    ...{ pathOf, read, write, remove },
    readIdentity: () => read(identityFile, options.identity),
    readCa: () => readText(pathOf(caFile)),
    saveIdentity: async (identity, ca) => {
      // the identity comes last: it marks the component as joined
      await writeFileAtomically(pathOf(caFile), ca);
      await write(identityFile, identity);
      await remove(refusalFile);
    },
    // the list is optional: the component has the address that it joined with
    readCores: async () => (await read(coresFile, Cores).catch(() => undefined)) ?? [],
    saveCores: (addresses) => write(coresFile, addresses),
    readRefusal: () => read(refusalFile, options.refusal),
    saveRefusal: async (refusal, ...otherFiles) => {
      await write(refusalFile, refusal);
      await remove(identityFile, ...otherFiles, caFile, coresFile);
    },
    [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose](),
  };
}

async function prepareFolder(path: string, component: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const { mode } = await stat(path);
    if ((mode & 0o077) === 0) return;
    const names = await readdir(path);
    if (names.length > 0 && !names.includes(identityFile)) {
      throw new StopError(
        'failed',
        `The folder ${path} is open to other users and holds other files; give the ${component} a separate folder with --state-dir.`,
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
