import { presentExported } from '../../activity-log/index.ts';
import { headersFor, type SendEntries, totalMilliseconds } from './protocol.ts';

/** Interface reference §11: a JSON object in each line. Each has the hash of the entry and the text that it covers. */
export const sendLines: SendEntries = async (collector, entries, context) => {
  const body = entries.map((entry) => `${JSON.stringify(presentExported(entry))}\n`).join('');
  const headers = { ...headersFor(collector, context), 'content-type': 'application/x-ndjson' };
  await context.outbound.request(new URL(collector.url), {
    ...{ method: 'POST', headers, body, totalMilliseconds, isCut: true, signal: context.signal },
    certificate: collector.cert ?? undefined,
  });
};
