import type { Tx } from '../../platform/database/database.ts';
import { beginHistory } from './begin-history.ts';
import { lockHistory, readMark } from './history.queries.ts';
import type { HistoryMark } from './history-mark.ts';
import { findHome, type Home, readIdentity, setHome } from './home.queries.ts';

export interface DataFolderState {
  /** The mark in the data folder when core started; undefined if there was none that this instance signed. */
  readonly stored: HistoryMark | undefined;
  /** Whether there was a mark file, also one that cannot be read. */
  readonly fileExists: boolean;
  /** Whether the database is in the data folder as well. */
  readonly isEmbedded: boolean;
}

/**
 * Call at the start of core, after its mark was checked. Begins a new history if this database is a copy of the one
 * that was last written, or an embedded one without its mark file, which backups do not contain. A mark of the newest
 * entry proves that nothing is lost: then the database was only moved. Returns whether a history was begun.
 */
export async function detectCopy(
  tx: Tx,
  folder: DataFolderState,
  by: Parameters<typeof beginHistory>[2],
): Promise<boolean> {
  await lockHistory(tx);
  const [home, identity, head] = [await findHome(tx), await readIdentity(tx), await readMark(tx)];
  const isCopy = home !== undefined && !isSame(home, identity);
  const isWithoutMark = folder.isEmbedded && home?.hasMarkFile === true && !folder.fileExists;
  const isComplete = head.entryId === 0 || folder.stored?.entryHash === head.entryHash;
  if ((isCopy || isWithoutMark) && !isComplete) {
    const loss = { entries: null, from: new Date(head.entryAt), until: null };
    await beginHistory(tx, { ...loss, noticedBy: 'core' }, by);
    return true;
  }
  if (!home || isCopy) await setHome(tx, { hasMarkFile: false, ...home, ...identity });
  return false;
}

/** Ignores the identifier of the cluster if it is not readable now, or was not readable then. */
function isSame(home: Home, now: Awaited<ReturnType<typeof readIdentity>>): boolean {
  const isSameCluster = home.cluster === '' || now.cluster === '' || home.cluster === now.cluster;
  return isSameCluster && home.databaseOid === now.databaseOid;
}
