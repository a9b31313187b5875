import type { BenchInstance } from './instance.ts';

export interface Budget {
  readonly is: 'at most' | 'at least';
  readonly limit: number;
}

/** One result. */
export interface Reading {
  /** What was measured, for readers who know the product but not this file. */
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Absent for results that only explain others. */
  readonly budget?: Budget;
}

/** A part of the bench that can be run alone. */
export interface Measure {
  /** For `--only`. */
  readonly name: string;
  /**
   * Yields each result as soon as it is measured.
   * @throws NotMeasured when a prerequisite is missing
   */
  run(instance: BenchInstance): AsyncIterable<Reading, void, void>;
}

/** The reason for a missing result, as a sentence. */
export class NotMeasured extends Error {}

export const atMost = (limit: number): Budget => ({ is: 'at most', limit });
export const atLeast = (limit: number): Budget => ({ is: 'at least', limit });

export function isMet({ value, budget }: Reading): boolean | undefined {
  if (!budget) return undefined;
  return budget.is === 'at most' ? value <= budget.limit : value >= budget.limit;
}
