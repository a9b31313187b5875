import { Code, ConnectError } from '@connectrpc/connect';
import type { EdgeService, ServeRequest, Welcome } from '@gatewarden/contract/edge/v1';
import type { Clock } from '@gatewarden/link/clock';
import type { CoreLink } from '@gatewarden/link/core-link';
import { sendHeartbeats } from '@gatewarden/link/heartbeat';
import { createOutbox } from '@gatewarden/link/outbox';
import type { StreamEnd } from '@gatewarden/link/stay-connected';
import type { Secret } from '@gatewarden/process/secret';
import { toRequest } from './messages.ts';
import type { RemoteCalls } from './remote-calls.ts';

interface StreamOptions {
  readonly link: CoreLink<typeof EdgeService>;
  readonly credential: Secret;
  readonly hello: { readonly edgeVersion: string; readonly hostname: string };
  readonly calls: RemoteCalls;
  readonly onWelcome: (welcome: Welcome) => void;
  readonly clock: Clock;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

/** Raised when the meaning of an existing message changes. */
const protocolVersion = 1;

/** Passes calls on to core until the stream ends. `revoked`: core no longer accepts this edge. */
export async function runServeStream(options: StreamOptions): Promise<StreamEnd<'revoked'>> {
  const { link, credential, hello, calls, onWelcome, clock, signal } = options;
  const outbox = createOutbox<ServeRequest>();
  const ended = new AbortController();
  let heartbeats: Promise<void> = Promise.resolve();
  try {
    await link.connect();
    outbox.push(toRequest({ case: 'hello', value: { ...hello, protocolVersion } }));
    const headers = { authorization: `Bearer ${credential.reveal()}` };
    const responses = link.withAnswerTimeout(link.client.serve(outbox, { headers, signal }));
    heartbeats = sendHeartbeats(() => outbox.push(toRequest({ case: 'heartbeat', value: {} })), clock, ended.signal);
    for await (const { message } of responses) {
      if (message.case === 'welcome') {
        onWelcome(message.value);
        calls.begin(outbox);
      }
      if (message.case === 'answer') calls.receive(message.value);
      if (message.case === 'waitBegun') calls.receiveBegun(message.value);
      if (message.case === 'waitEnd') calls.receiveEnd(message.value);
    }
    return { kind: 'lost', reason: 'core ended the connection' };
  } catch (error) {
    const { code, rawMessage } = ConnectError.from(error);
    return code === Code.Unauthenticated
      ? { kind: 'refused', refusal: 'revoked' }
      : { kind: 'lost', reason: rawMessage };
  } finally {
    calls.end();
    ended.abort();
    outbox.close();
    await heartbeats;
  }
}
