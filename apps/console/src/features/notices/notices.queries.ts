import { listNotices } from '@gatewarden/contract/notices';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** Conditions that no event announces, such as one that ends by itself, show within this time. */
const refetchMilliseconds = 60_000;

export const noticesQuery = () =>
  queryOptions({
    queryKey: ['notices'],
    queryFn: ({ signal }) => call(listNotices, { signal }),
    refetchInterval: refetchMilliseconds,
  });
