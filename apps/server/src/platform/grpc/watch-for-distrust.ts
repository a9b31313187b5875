import type { Http2SecureServer } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { withoutMapping } from './caller-address.ts';

interface Watch {
  /** Host name in our certificate; whoever asks for another one is no client of ours. */
  readonly serverName: string;
  readonly onDistrust: (address: string) => void;
  /** How long a client that hung up may take to come back. */
  readonly milliseconds: number;
}

/** So many are remembered at a time; a flood of them says nothing that one does not. */
const maxSuspects = 100;

/**
 * A client that does not accept our certificate says nothing: it completes the handshake and hangs up. One that only
 * has a look at our authority does the same but comes back at once with a call. So whoever asked for us by name, hung
 * up without a call and does not make one within the time given did not trust us; scanners do not know our name.
 */
export function watchForDistrust(server: Http2SecureServer, watch: Watch): void {
  const suspects = new Map<string, NodeJS.Timeout>();

  function clear(address: string): void {
    clearTimeout(suspects.get(address));
    suspects.delete(address);
  }

  server.on('session', (session) => {
    const { servername, remoteAddress } = session.socket as TLSSocket & { servername?: string | false };
    const address = withoutMapping(remoteAddress);
    if (address === undefined) return;
    let called = false;
    session.on('stream', () => {
      called = true;
      clear(address);
    });
    session.once('close', () => {
      if (called || servername !== watch.serverName || !server.listening) return;
      if (suspects.has(address) || suspects.size >= maxSuspects) return;
      const timer = setTimeout(() => {
        suspects.delete(address);
        watch.onDistrust(address);
      }, watch.milliseconds);
      suspects.set(address, timer);
    });
  });
  server.once('close', () => {
    for (const address of suspects.keys()) clear(address);
  });
}
