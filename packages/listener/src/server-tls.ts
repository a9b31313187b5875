import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext, type Server, type TLSSocket, type TlsOptions } from 'node:tls';

/** Both in PEM. `key` is a secret; `chain` begins with the certificate of the server. */
export interface TlsCertificate {
  readonly key: string;
  readonly chain: string;
}

/** The certificate of servers that run while it changes. */
export interface ServerTls {
  /** For `https.createServer`. @throws Error before the first `use` */
  options(): TlsOptions;
  /** Later certificates apply to this server as well. */
  add(server: Server): void;
  /** Applies to new connections; open connections are not affected. @throws as `requireMatchingKey` */
  use(certificate: TlsCertificate): void;
  /** Of the current certificate; undefined before the first `use`. */
  expiresAt(): Date | undefined;
  /**
   * The certificates with which connections for TLS-ALPN-01 challenges (RFC 8737) are answered, by host name; they
   * replace the former ones.
   */
  setChallenges(certificates: ReadonlyMap<string, TlsCertificate>): void;
}

const challengeProtocol = 'acme-tls/1';
const handshakeMilliseconds = 10_000;
const minVersion = 'TLSv1.2';

export class KeyMismatchError extends Error {
  constructor() {
    super('The key is not that of the certificate.');
    this.name = 'KeyMismatchError';
  }
}

/** @throws KeyMismatchError, and the error of OpenSSL for a certificate or key that it cannot use */
export function requireMatchingKey({ key, chain }: TlsCertificate): void {
  // contexts are made also if the algorithms differ, and then no connection succeeds
  if (!new X509Certificate(chain).checkPrivateKey(createPrivateKey(key))) throw new KeyMismatchError();
  createSecureContext({ key, cert: chain, minVersion });
}

export function createServerTls(): ServerTls {
  const servers = new Set<Server>();
  let current: TlsCertificate | undefined;
  let challenges = new Map<string, SecureContext>();

  /** Called with the connection as `this`, after its certificate was selected. */
  function selectProtocol(this: TLSSocket, { servername, protocols }: { servername: string; protocols: string[] }) {
    if (protocols.includes(challengeProtocol)) {
      const challenge = challenges.get(servername.toLowerCase());
      if (!challenge) return undefined;
      this.setKeyCert(challenge);
      return challengeProtocol;
    }
    return protocols.includes('http/1.1') ? 'http/1.1' : undefined;
  }

  return {
    options() {
      if (!current) throw new Error('there is no certificate');
      const { key, chain: cert } = current;
      return { key, cert, minVersion, handshakeTimeout: handshakeMilliseconds, ALPNCallback: selectProtocol };
    },
    add(server) {
      servers.add(server);
      server.once('close', () => servers.delete(server));
      // such a connection proves the host name with its handshake, and has no requests
      server.prependListener('secureConnection', (socket) => {
        if (socket.alpnProtocol === challengeProtocol) socket.end();
      });
    },
    use(certificate) {
      const context = { key: certificate.key, cert: certificate.chain, minVersion } as const;
      requireMatchingKey(certificate);
      current = certificate;
      for (const server of servers) server.setSecureContext(context);
    },
    expiresAt: () => current && new X509Certificate(current.chain).validToDate,
    setChallenges(certificates) {
      challenges = new Map(
        [...certificates].map(([host, { key, chain }]) => [host, createSecureContext({ key, cert: chain })]),
      );
    },
  };
}
