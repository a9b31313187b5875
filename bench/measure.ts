import type { BenchInstance } from './instance.ts';

export interface Budget {
  readonly is: 'at most' | 'at least';
  readonly limit: number;
}

/** One figure. */
export interface Reading {
  /** What was measured, for whoever knows the product but not this file. */
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Absent for figures that explain others. */
  readonly budget?: Budget;
}

/** A part of the bench that can be run alone. */
export interface Measure {
  /** For `--only`. */
  readonly name: string;
  /** @throws NotMeasured when something that it needs is not there */
  run(instance: BenchInstance): Promise<Reading[]>;
}

/** Why there is no figure, as a sentence. */
export class NotMeasured extends Error {}

export const atMost = (limit: number): Budget => ({ is: 'at most', limit });
export const atLeast = (limit: number): Budget => ({ is: 'at least', limit });

export function isMet({ value, budget }: Reading): boolean | undefined {
  if (!budget) return undefined;
  return budget.is === 'at most' ? value <= budget.limit : value >= budget.limit;
}
