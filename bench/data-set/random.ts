import { createHash } from 'node:crypto';

/** Pseudo-random numbers that are the same for the same seed on every machine. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number of at least 0 and less than `limit`. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  /** As `pick`, but prefers the first ones, which resembles the distribution of names and team sizes. */
  pickEarly<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
  bytes(length: number): Buffer;
  /** Independent numbers for one part, so that a change of one part does not change the others. */
  fork(part: string): Random;
}

export function createRandom(seed: string): Random {
  const next = sfc32(createHash('sha256').update(seed).digest());
  const below = (limit: number) => Math.floor(next() * limit);
  const at = <T>(list: readonly T[], index: number): T => {
    const found = list[index];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  return {
    next,
    below,
    pick: (list) => at(list, below(list.length)),
    pickEarly: (list) => at(list, Math.floor(next() ** 2 * list.length)),
    chance: (probability) => next() < probability,
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
    fork: (part) => createRandom(`${seed}/${part}`),
  };
}

/** Chris Doty-Humphrey's Small Fast Counter of PractRand, 32 bits; only a good distribution is required. */
function sfc32(seed: Buffer): () => number {
  let [a, b, c, counter] = [0, 4, 8, 12].map((offset) => seed.readInt32LE(offset)) as [number, number, number, number];
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}
