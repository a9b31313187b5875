import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { ExportedRow } from '../../activity-log/index.ts';
import type { StreamFields } from '../streams.queries.ts';

export interface Collector extends StreamFields {
  readonly password: string | undefined;
}

export interface SendContext {
  readonly outbound: Pick<Outbound, 'request' | 'connectTls'>;
  /** Of core, for the collector. */
  readonly version: string;
  /** The host of core's address. */
  readonly host: string;
  readonly signal: AbortSignal;
}

/**
 * Sends entries to a collector, in their order. Resolves when the collector has accepted all of them, as far as the protocol says.
 * @throws OutboundError, DeliveryError
 */
export type SendEntries = (
  collector: Collector,
  entries: readonly ExportedRow[],
  context: SendContext,
) => Promise<void>;

/** Time for a batch, with the connection. */
export const totalMilliseconds = 20_000;

/** Headers of all requests; basic authentication if there is a user name. */
export function headersFor({ username, password }: Collector, { version }: SendContext): Record<string, string> {
  const credentials = Buffer.from(`${username}:${password ?? ''}`).toString('base64');
  return { 'user-agent': `Gatewarden/${version}`, ...(username && { authorization: `Basic ${credentials}` }) };
}
