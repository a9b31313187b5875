import { z } from 'zod';
import { type ExportedRow, presentExported } from '../../activity-log/index.ts';
import { DeliveryError } from '../../delivery/index.ts';
import { headersFor, type SendEntries, totalMilliseconds } from './protocol.ts';

const Count = z.union([z.int().min(0), z.string().regex(/^\d+$/)]).nullish();

/** In the JSON mapping of protobuf, fields may have either name and be null, and numbers of 64 bits may be strings. */
const PartialSuccess = z
  .object({
    rejectedLogRecords: Count,
    rejected_log_records: Count,
    errorMessage: z.string().nullish(),
    error_message: z.string().nullish(),
  })
  .nullish();
const maxDetailLength = 200;
/** Parsing more could delay other requests; collectors answer with some hundred bytes. */
const maxAnswerBytes = 65_536;

/**
 * OTLP 1.x, logs as JSON over HTTP. The specification says that a partial success must not be repeated, which would lose entries: here it
 * is a failure, and an administrator decides.
 */
export const sendOtlp: SendEntries = async (collector, entries, context) => {
  const url = new URL(collector.url);
  if (url.pathname === '/') url.pathname = '/v1/logs';
  const headers = { ...headersFor(collector, context), 'content-type': 'application/json' };
  const answer = await context.outbound.request(url, {
    ...{ method: 'POST', headers, totalMilliseconds, signal: context.signal },
    maxBytes: maxAnswerBytes,
    body: JSON.stringify(logsOf(entries, context)),
    certificate: collector.cert ?? undefined,
  });
  requireAccepted(answer.body.toString('utf8'));
};

/**
 * An answer without a body, or of another format, is a success; one with a partial success that cannot be read is not.
 * @throws DeliveryError
 */
function requireAccepted(text: string): void {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return;
  }
  if (typeof json !== 'object' || json === null) return;
  const { partialSuccess, partial_success = partialSuccess }: { partialSuccess?: unknown; partial_success?: unknown } =
    json;
  const { success, data } = PartialSuccess.safeParse(partial_success);
  if (!success) throw new DeliveryError({ reason: 'rejected', detail: 'partialSuccess' });
  const rejected = data?.rejectedLogRecords ?? data?.rejected_log_records ?? 0;
  const message = data?.errorMessage ?? data?.error_message ?? '';
  if (Number(rejected) > 0)
    throw new DeliveryError({
      reason: 'rejected',
      detail: `${rejected} ${message}`.trim().slice(0, maxDetailLength),
    });
}

const text = (key: string, value: string | null) => (value === null ? [] : [{ key, value: { stringValue: value } }]);

function logsOf(
  entries: readonly ExportedRow[],
  { version, host }: { readonly version: string; readonly host: string },
) {
  const resource = [
    ...text('service.name', 'gatewarden'),
    ...text('service.version', version),
    ...text('host.name', host),
  ];
  const scope = { name: 'gatewarden.activity_log' };
  const logRecords = entries.map(toRecord);
  return { resourceLogs: [{ resource: { attributes: resource }, scopeLogs: [{ scope, logRecords }] }] };
}

/** Attributes as the semantic conventions name them, where they do. The body is the complete entry. */
function toRecord(row: ExportedRow) {
  const nanoseconds = `${BigInt(row.at.getTime()) * 1_000_000n}`;
  return {
    timeUnixNano: nanoseconds,
    observedTimeUnixNano: nanoseconds,
    severityNumber: 9,
    severityText: 'INFO',
    eventName: `gatewarden.${row.event}`,
    body: { stringValue: JSON.stringify(presentExported(row)) },
    attributes: [
      ...text('gatewarden.module', row.module),
      ...text('user.id', row.user_id === null ? null : String(row.user_id)),
      ...text('user.name', row.username),
      ...text('client.address', row.ip === null ? null : row.ip.replace(/\/\d+$/, '')),
      ...text('user_agent.original', row.device),
      ...text('gatewarden.location', row.location),
      ...text('gatewarden.entry.id', String(row.id)),
      ...text('gatewarden.entry.hash', row.hash.toString('hex')),
    ],
  };
}
