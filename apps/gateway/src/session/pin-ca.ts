import { createHash, type X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import { StopError } from '../platform/stop-error.ts';
import { coreServerName, hostAndPort } from './core-address.ts';

/** How long a server may take for the handshake. */
const timeoutMilliseconds = 10_000;

/**
 * The certificate authority of the core at that address, as PEM: the one with the fingerprint from the join token.
 * Nothing is sent to the server but a TLS handshake.
 * @param core `host:port`
 * @param fingerprint lower-case hex SHA-256 of the certificate's DER
 * @throws StopError when the server presents no such authority, or a certificate that is not of it
 */
export async function fetchCa(core: string, fingerprint: string, signal: AbortSignal): Promise<string> {
  const chain = await fetchChain(core, signal);
  const ca = chain.find(({ raw }) => createHash('sha256').update(raw).digest('hex') === fingerprint);
  const [leaf] = chain;
  if (!ca || !leaf?.checkIssued(ca) || !leaf.verify(ca.publicKey)) {
    throw new StopError(
      'refused',
      `The server at ${core} is not the core that this join token belongs to: it has another certificate authority. ` +
        'Nothing secret was sent to it. Copy the token again, and check that nothing between here and core intercepts TLS.',
    );
  }
  return ca.toString();
}

/** What the server presents, its own certificate first. */
function fetchChain(core: string, signal: AbortSignal): Promise<X509Certificate[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...hostAndPort(core),
      servername: coreServerName,
      ALPNProtocols: ['h2'],
      timeout: timeoutMilliseconds,
      // The chain is checked against the fingerprint instead; no secret crosses this connection.
      rejectUnauthorized: false,
    });
    const stop = () => socket.destroy(new Error('stopped'));
    signal.addEventListener('abort', stop);
    socket.on('timeout', () => socket.destroy(new Error(`${core} does not answer`)));
    socket.on('error', reject);
    socket.on('close', () => {
      signal.removeEventListener('abort', stop);
      reject(new Error(`${core} closed the connection`));
    });
    socket.on('secureConnect', () => {
      resolve(withIssuers(socket.getPeerX509Certificate()));
      socket.destroy();
    });
  });
}

function withIssuers(first: X509Certificate | undefined): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let next = first; next && !chain.some(({ raw }) => next?.raw.equals(raw)); next = next.issuerCertificate) {
    chain.push(next);
  }
  return chain;
}
