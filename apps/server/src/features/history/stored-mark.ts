import type { Signer } from '../../platform/crypto/signer.ts';
import { decodeMark, encodeMark, type HistoryMark } from './history-mark.ts';
import type { MarkFile } from './mark-file.ts';

/** The decoded mark in the data folder. */
export interface StoredMark {
  /** Undefined also if this instance did not sign the file. */
  read(): Promise<HistoryMark | undefined>;
  exists: MarkFile['exists'];
  write(mark: HistoryMark): Promise<void>;
}

export function createStoredMark(file: MarkFile, signer: Signer): StoredMark {
  return {
    async read() {
      const bytes = await file.read();
      return bytes && decodeMark(bytes, signer);
    },
    exists: file.exists,
    write: (mark) => file.write(encodeMark(mark, signer)),
  };
}
