import { open, readFile, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { writeFileAtomically } from '@gatewarden/link/atomic-file';

/** Byte strings in one file, in order, each on disk when `append` returns. Calls must not overlap. */
export interface RecordLog {
  /**
   * Stops at the first incomplete or damaged record, as a crash during `append` leaves it; then `intact` is false.
   * Empty and intact if there is no file.
   */
  read(): Promise<{ records: Uint8Array[]; intact: boolean }>;
  /** Only for an intact log. */
  append(record: Uint8Array): Promise<void>;
  /** Replaces all records with this one; a crash leaves the old ones or the new one. */
  replace(record: Uint8Array): Promise<void>;
  /** Removes all records; possible on a full disk too. */
  clear(): Promise<void>;
}

export function createRecordLog(path: string): RecordLog {
  return {
    read: async () => {
      const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return Buffer.alloc(0);
        throw error;
      });
      return readRecords(content);
    },
    append: async (record) => {
      const file = await open(path, 'a', 0o600);
      try {
        await file.writeFile(frame(record));
        await file.datasync();
      } finally {
        await file.close();
      }
    },
    replace: (record) => writeFileAtomically(path, frame(record)),
    clear: () => rm(path, { force: true }),
  };
}

/** Length and checksum before every record, four bytes each. */
const headerBytes = 8;

function frame(record: Uint8Array): Uint8Array {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(record.length, 0);
  header.writeUInt32BE(crc32(record), 4);
  return Buffer.concat([header, record]);
}

function readRecords(content: Buffer): { records: Uint8Array[]; intact: boolean } {
  const records: Uint8Array[] = [];
  let at = 0;
  while (at + headerBytes <= content.length) {
    const end = at + headerBytes + content.readUInt32BE(at);
    const record = content.subarray(at + headerBytes, end);
    if (end > content.length || crc32(record) !== content.readUInt32BE(at + 4)) break;
    records.push(record);
    at = end;
  }
  return { records, intact: at === content.length };
}
