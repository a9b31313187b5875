import { search } from '@gatewarden/contract/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** While the same text is typed again. */
const freshMilliseconds = 10_000;

/** Objects that match; those of the previous text until they are known. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => call(search, { query: { q: text }, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: freshMilliseconds,
    gcTime: freshMilliseconds,
  });
