import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { OutboundError, toOutboundError } from '../../../platform/outbound/outbound-error.ts';
import { type ExportedRow, presentExported } from '../../activity-log/index.ts';
import { type SendEntries, totalMilliseconds } from './protocol.ts';

const defaultPort = 6514;
/** Facility 13, log audit; severity 6, informational (RFC 5424 §6.2.1). */
const priority = 13 * 8 + 6;
const maxMessageIdLength = 32;

/**
 * RFC 5424 messages over TLS, with their length in octets before each (RFC 5425 §4.3). Syslog has no acknowledgements: a batch is accepted when the
 * receiver has closed the connection without an error after all of it was sent.
 */
export const sendSyslog: SendEntries = async (collector, entries, { outbound, host, signal }) => {
  const url = new URL(collector.url);
  const port = url.port === '' ? defaultPort : Number(url.port);
  const certificate = collector.cert ?? undefined;
  const socket = await outbound.connectTls({ host: url.hostname, port }, { certificate, signal });
  const deadline = AbortSignal.timeout(totalMilliseconds);
  try {
    await transmit(socket, entries.map((entry) => toFrame(entry, host)).join(''), AbortSignal.any([deadline, signal]));
  } catch (error) {
    if (deadline.aborted)
      throw new OutboundError({ reason: 'timeout', host: url.host, detail: 'total' }, { cause: error });
    throw toOutboundError(error, url.host);
  } finally {
    socket.destroy();
  }
};

async function transmit(socket: TLSSocket, text: string, signal: AbortSignal): Promise<void> {
  // what a receiver sends is of no use, but its end is
  socket.resume();
  const ended = once(socket, 'end', { signal });
  socket.end(text);
  await ended;
}

function toFrame(row: ExportedRow, host: string): string {
  const time = row.at.toISOString();
  const messageId = row.event.slice(0, maxMessageIdLength);
  const message = `<${priority}>1 ${time} ${host} gatewarden - ${messageId} - ${JSON.stringify(presentExported(row))}`;
  return `${Buffer.byteLength(message)} ${message}`;
}
