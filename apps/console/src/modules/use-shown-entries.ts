import { useQueries } from '@tanstack/react-query';
import type { PaletteEntry } from './module.ts';

/** The entries whose condition is met; without the data that it needs, it is not. */
export function useShownEntries(entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const queries = [...new Set(entries.flatMap(({ condition }) => condition?.query ?? []))];
  return useQueries({
    queries: queries.map((query) => query()),
    combine: (answers) =>
      entries.filter(({ condition }) => {
        if (!condition) return true;
        const data = answers[queries.indexOf(condition.query)]?.data;
        return data !== undefined && condition.isMet(data);
      }),
  });
}
