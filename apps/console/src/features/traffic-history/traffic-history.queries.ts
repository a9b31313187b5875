import { exportTrafficHistory, getTrafficHistory } from '@gatewarden/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { downloadBlob } from '../../lib/download-blob.ts';
import { showFailure } from '../../lib/form-errors.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { csvName } from './csv-name.ts';

/** Whose traffic; without any, that of all locations. */
export interface HistoryChoice {
  readonly location?: string;
  readonly username?: string;
  readonly device?: string;
}

interface Range {
  readonly from: Date;
  /** Undefined: now. */
  readonly until: Date | undefined;
}

/** Traffic of a period up to now, or of a part of it, with the time of the response. `name` identifies the range. */
export const historyQuery = (choice: HistoryChoice, name: string, rangeAt: (now: Date) => Range) =>
  queryOptions({
    queryKey: ['traffic-history', choice, name],
    queryFn: async ({ signal }) => {
      const at = new Date();
      const query = historyParameters(choice, rangeAt(at));
      return { at, query, history: await call(getTrafficHistory, { query, signal }) };
    },
    staleTime: 60_000,
    placeholderData: (previous, former) =>
      JSON.stringify(former?.queryKey[1]) === JSON.stringify(choice) ? previous : undefined,
  });

function historyParameters(
  choice: HistoryChoice,
  { from, until }: Range,
): HistoryChoice & { from: string; to?: string } {
  return { ...choice, from: from.toISOString(), ...(until && { to: until.toISOString() }) };
}

/** Downloads the period as a file that is named after it and `name`. The name that the server suggests has neither. */
export function useDownloadHistory(name: string) {
  return useMutation({
    mutationFn: async (query: ReturnType<typeof historyParameters>) => {
      const content = await call(exportTrafficHistory, { query });
      downloadBlob(csvName(name, query, new Date()), new Blob([content], { type: 'text/csv' }));
    },
    onError: showFailure,
  });
}
