import { z } from 'zod';
import type { Signer } from '../../platform/crypto/signer.ts';

/**
 * A point of the database's history that core or a gateway saw: the newest entry of the activity log at that time. Its
 * hash covers all earlier entries, so a database without this entry is an older copy, or has diverged.
 */
export interface HistoryMark {
  /** Identifies the instance; the same in every copy of its database. */
  readonly instance: string;
  readonly epoch: string;
  /** Milliseconds since 1970. */
  readonly epochStartedAt: number;
  /** 0 while the log is empty. */
  readonly entryId: number;
  /** Hexadecimal. */
  readonly entryHash: string;
  /** Milliseconds since 1970. */
  readonly entryAt: number;
}

const Fields = z.tuple([z.string(), z.string(), z.int(), z.int(), z.string(), z.int()]);

const macBytes = 32;
const maxBytes = 1_024;
const purpose = 'history mark 1';

/** Opaque to gateways, which store it; only core can create one. */
export function encodeMark(mark: HistoryMark, signer: Signer): Buffer<ArrayBuffer> {
  const { instance, epoch, epochStartedAt, entryId, entryHash, entryAt } = mark;
  const text = Buffer.from(JSON.stringify([instance, epoch, epochStartedAt, entryId, entryHash, entryAt]));
  return Buffer.concat([signer.sign(purpose, text), text]);
}

/** Undefined for marks that this instance did not sign: a forged mark must not end all sessions. */
export function decodeMark(bytes: Uint8Array, signer: Signer): HistoryMark | undefined {
  if (bytes.length <= macBytes || bytes.length > maxBytes) return undefined;
  const text = Buffer.from(bytes.subarray(macBytes));
  if (!signer.verify(purpose, text, Buffer.from(bytes.subarray(0, macBytes)))) return undefined;
  const [instance, epoch, epochStartedAt, entryId, entryHash, entryAt] = Fields.parse(JSON.parse(text.toString()));
  return { instance, epoch, epochStartedAt, entryId, entryHash, entryAt };
}
