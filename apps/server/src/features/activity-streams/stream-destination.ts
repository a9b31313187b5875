import type { Database } from '../../platform/database/database.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { ExportedRow } from '../activity-log/index.ts';
import type { DestinationKind } from '../delivery/index.ts';
import { protocols } from './protocols/protocols.ts';
import { streamPasswordKind } from './stream-secrets.ts';
import { findStream, type StreamRow } from './streams.queries.ts';

export interface StreamSender {
  /** @throws OutboundError, DeliveryError, UnreadableSecretError */
  send(stream: StreamRow, entries: readonly ExportedRow[], signal: AbortSignal): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly secrets: Pick<Secrets, 'get'>;
  readonly outbound: Pick<Outbound, 'request' | 'connectTls'>;
  readonly version: string;
  readonly address: { readonly url: string };
}

export function createStreamSender({ db, secrets, outbound, version, address }: Dependencies): StreamSender {
  return {
    async send(stream, entries, signal) {
      const password = await secrets.get(db, { kind: streamPasswordKind, owner: stream.id });
      const { hostname: host } = new URL(address.url);
      await protocols[stream.stream_type]({ ...stream, password }, entries, { outbound, version, host, signal });
    },
  };
}

/** Interface reference §11: entries of one request. */
const maxEntries = 100;

/** Streams as destinations of the activity log: all entries, in batches. */
export function createStreamDestination(
  db: Database,
  sender: StreamSender,
  onStopped: DestinationKind['onStopped'],
): DestinationKind {
  return {
    name: 'stream',
    maxEntries,
    onStopped,
    async deliver(id, entries, { signal }) {
      const stream = await findStream(db, id);
      if (stream) await sender.send(stream, entries, signal);
      return stream !== undefined;
    },
  };
}
