import { createHash, type X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { type Client, createClient } from '@connectrpc/connect';
import { GatewayService } from '@gatewarden/contract/gateway/v1';
import { type JoinToken, parseJoinToken } from '@gatewarden/contract/join-token';
import { openCoreTransport } from './core-transport.ts';

export function readToken(text: string): JoinToken {
  const parsed = parseJoinToken(text);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  return parsed.token;
}

/** The authority with the fingerprint from the token, as PEM. Throws when the server has another one. */
export async function fetchAuthority({ core, ca: fingerprint }: JoinToken): Promise<string> {
  const { hostname, port } = new URL(`https://${core}`);
  const socket = connect({
    ...{ host: hostname, port: Number(port), servername, ALPNProtocols: ['h2'] },
    rejectUnauthorized: false,
  });
  await once(socket, 'secureConnect');
  const ca = socket.getPeerX509Certificate()?.issuerCertificate;
  socket.destroy();
  if (!ca || fingerprintOf(ca) !== fingerprint) throw new Error('the server has another authority');
  return ca.toString();
}

const servername = 'core.gatewarden.internal';

function fingerprintOf(certificate: X509Certificate): string {
  return createHash('sha256').update(certificate.raw).digest('hex');
}

export interface GatewayLink {
  readonly ca: string;
  readonly client: Client<typeof GatewayService>;
  close(): void;
}

export function openLink(core: string, ca: string): GatewayLink {
  const { transport, close } = openCoreTransport(core, ca);
  return { ca, client: createClient(GatewayService, transport), close };
}
