import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { type LinkFolder, openLinkFolder } from '@gatewarden/link/link-folder';
import { z } from 'zod';
import { Identity, Refusal } from './identity.ts';

/** The interfaces that this folder stands for. Written before the first of them is made. */
const OwnInterfaces = z.object({
  /** Alias of each of them, which no other interface has. */
  mark: z.string(),
  /** The one in use first; behind it those that are still to be removed. */
  names: z.array(z.string()),
});
export type OwnInterfaces = z.infer<typeof OwnInterfaces>;

type Link = LinkFolder<Identity, Refusal>;

/** All that the agent stores: one folder per gateway, open to its owner alone, used by one process at a time. */
export interface StateFolder
  extends Pick<Link, 'readIdentity' | 'readCa' | 'saveIdentity' | 'readCores' | 'saveCores' | 'readRefusal'>,
    AsyncDisposable {
  readonly journalPath: string;
  /** Empty at each start; for files that live for a moment. */
  readonly temporaryFolder: string;
  /** With a new mark and no names before the first start. */
  readInterfaces(): Promise<OwnInterfaces>;
  saveInterfaces(own: OwnInterfaces): Promise<void>;
  removeState(): Promise<void>;
  /** Removes identity and state, but not the refusal. */
  removeGateway(refusal: Refusal): Promise<void>;
}

const journalFile = 'state.log';

/** Makes the folder if needed. @throws StopError when another agent uses it, or it is not fit to hold secrets */
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

/** The kernel keeps up to 255 bytes of it (IFALIASZ). */
function newMark(): string {
  return `gatewarden-gateway ${randomUUID()}`;
}
