import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeFileAtomically } from '@gatewarden/link/atomic-file';
import { type FolderLock, lockFolder } from '@gatewarden/link/folder-lock';
import { StopError } from '@gatewarden/link/stop-error';
import { preparePrivateFolder } from './private-folder.ts';
import { StoredClient } from './stored-client.ts';

/** A folder for each instance that a person signed this machine in to; only its owner may open it. */
export interface ClientStore {
  /** Creates the folder. One process at a time adds devices. @throws StopError, also while another process has it */
  lock(): Promise<FolderLock>;
  /** By the name of the instance. @throws StopError when a file cannot be read */
  list(): Promise<StoredClient[]>;
  /** Undefined: signed out. @throws StopError when it cannot be read */
  read(instanceId: string): Promise<StoredClient | undefined>;
  /** Calls of several processes may overlap; one of them wins. @throws StopError */
  save(client: StoredClient): Promise<void>;
  /** Deletes the key and the token. The folders of locations remain, because other processes may have locked them. */
  remove(instanceId: string): Promise<void>;
  /** Folder of a tunnel. */
  locationFolder(instanceId: string, locationId: number): string;
}

const file = 'client.json';
/** As core has it; nothing else becomes a name of a folder. */
const instanceIdPattern = /^[A-Za-z0-9-]{1,64}$/;

export function createClientStore(stateDir: string): ClientStore {
  const root = join(stateDir, 'instances');
  const folderOf = (instanceId: string) => {
    if (!instanceIdPattern.test(instanceId)) throw new Error('the id of an instance is not valid');
    return join(root, instanceId);
  };
  const read = (instanceId: string) => readClient(join(folderOf(instanceId), file));
  return {
    async lock() {
      for (const each of [stateDir, root]) await preparePrivateFolder(each);
      return lockFolder(root, 'login');
    },
    async list() {
      const ids = (await listFolder(root)).filter((name) => instanceIdPattern.test(name));
      const clients = await Promise.all(ids.map(read));
      return clients
        .filter((client) => client !== undefined)
        .toSorted((a, b) => a.instanceName.localeCompare(b.instanceName) || a.instanceId.localeCompare(b.instanceId));
    },
    read,
    async save(client) {
      const folder = folderOf(client.instanceId);
      for (const each of [stateDir, root, folder]) await preparePrivateFolder(each);
      await writeFileAtomically(join(folder, file), `${JSON.stringify(client, null, 2)}\n`);
    },
    async remove(instanceId) {
      await rm(join(folderOf(instanceId), file), { force: true });
      await syncFolder(folderOf(instanceId));
    },
    locationFolder: (instanceId, locationId) => join(folderOf(instanceId), 'locations', String(locationId)),
  };
}

async function listFolder(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new StopError('failed', explain(path, code), { cause: error });
  }
}

async function readClient(path: string): Promise<StoredClient | undefined> {
  try {
    return StoredClient.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new StopError('failed', explain(path, code), { cause: error });
  }
}

function explain(path: string, code: string | undefined): string {
  return code === 'EACCES'
    ? `${path} can be read only by its owner; run this as root.`
    : `${path} cannot be read; delete it and log in again.`;
}
