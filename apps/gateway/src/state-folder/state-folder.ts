import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { type LinkFolder, openLinkFolder } from '@gatewarden/link/link-folder';
import { z } from 'zod';
import { Identity, Refusal } from './identity.ts';

/** The interfaces that the agent of this folder created. Written before the first of them is created. */
const OwnInterfaces = z.object({
  /** The unique alias of these interfaces. */
  mark: z.string(),
  /** The one in use first, then those that are still to be removed. */
  names: z.array(z.string()),
});
export type OwnInterfaces = z.infer<typeof OwnInterfaces>;

type Link = LinkFolder<Identity, Refusal>;

/**
 * Everything that the agent stores: one folder per gateway that only its owner may open, used by one process at a time.
 */
export interface StateFolder
  extends Pick<Link, 'readIdentity' | 'readCa' | 'saveIdentity' | 'readCores' | 'saveCores' | 'readRefusal'>,
    AsyncDisposable {
  readonly journalPath: string;
  /** For temporary files; empty at each start. */
  readonly temporaryFolder: string;
  /** Before the first start: a new mark and no names. */
  readInterfaces(): Promise<OwnInterfaces>;
  saveInterfaces(own: OwnInterfaces): Promise<void>;
  removeState(): Promise<void>;
  /** Removes the identity and the state, and stores the refusal. */
  removeGateway(refusal: Refusal): Promise<void>;
}

const journalFile = 'state.log';

/** Creates the folder if needed. @throws StopError when another agent uses it, or it cannot store secrets safely */
export async function openStateFolder(path: string): Promise<StateFolder> {
  const link = await openLinkFolder(path, { component: 'gateway', identity: Identity, refusal: Refusal });
  const temporaryFolder = link.pathOf('tmp');
  await rm(temporaryFolder, { recursive: true, force: true });
  await mkdir(temporaryFolder, { mode: 0o700 });
  return {
    ...link,
    journalPath: link.pathOf(journalFile),
    temporaryFolder,
    readInterfaces: async () => (await link.read('interfaces.json', OwnInterfaces)) ?? { mark: newMark(), names: [] },
    saveInterfaces: (own) => link.write('interfaces.json', own),
    removeState: () => link.remove(journalFile),
    removeGateway: (refusal) => link.saveRefusal(refusal, journalFile),
  };
}

/** The kernel stores up to 255 bytes (IFALIASZ). */
function newMark(): string {
  return `gatewarden-gateway ${randomUUID()}`;
}
