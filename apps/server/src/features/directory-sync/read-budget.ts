import { DirectoryFailure, type DirectoryGroup, type DirectoryUser } from '../../ports/directory.ts';

/** What a directory may contain: far more than any that this product is for, and what fits into memory. */
export interface ReadLimits {
  readonly users: number;
  readonly groups: number;
  readonly memberships: number;
  /** Of all texts together. */
  readonly characters: number;
}

export const readLimits: ReadLimits = {
  users: 250_000,
  groups: 50_000,
  memberships: 4_000_000,
  characters: 256 * 1024 * 1024,
};

/** Counts what is read. @throws DirectoryFailure `too_large` beyond a limit */
export interface ReadBudget {
  readonly countUser: (user: DirectoryUser) => void;
  readonly countGroup: (group: DirectoryGroup) => void;
}

export function createReadBudget(limits: ReadLimits): ReadBudget {
  const used = { users: 0, groups: 0, memberships: 0, characters: 0 };

  function add(kind: keyof ReadLimits, amount: number): void {
    used[kind] += amount;
    if (used[kind] > limits[kind]) throw new DirectoryFailure('too_large', `more than ${limits[kind]} ${kind}`);
  }

  return {
    countUser({ isActive: _, ...texts }) {
      add('users', 1);
      add('characters', lengthOf(Object.values(texts)));
    },
    countGroup({ externalId, name, memberIds }) {
      add('groups', 1);
      add('memberships', memberIds.length);
      add('characters', lengthOf([externalId, name]) + lengthOf(memberIds));
    },
  };
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
