import type { SearchResult } from '@gatewarden/contract/search';
import type { SearchRow } from './search.queries.ts';

const matches = ['exact', 'start', 'word', 'part'] as const;

export function presentResult({ kind, rank, values }: SearchRow): SearchResult {
  return { kind, match: matches[rank], ...values } as SearchResult;
}
