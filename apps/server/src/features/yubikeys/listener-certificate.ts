import { issueServerCertificate, makeAuthority } from '../../platform/crypto/certificates.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { ServerCertificate } from '../../platform/grpc/grpc-server.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import * as queries from './authority.queries.ts';

/** What an administrator needs to connect a provisioner. */
export interface ListenerFacts {
  readonly url: string;
  /** PEM. */
  readonly ca: string;
}

export interface ListenerAuthority {
  /** PEM of the certificate, the same for all replicas; the first call creates the authority. */
  certificate(): Promise<string>;
  /**
   * A certificate for the host with a new key, valid for a year. Provisioners trust its authority and compare the host with
   * their address of core.
   * @param at the real time, not the product's clock: TLS libraries use the real time
   */
  issue(host: string, at: Date): Promise<ServerCertificate>;
}

const lifetimeMilliseconds = 365 * 24 * 3_600_000;
const secretName = { kind: 'provisioner-authority', owner: 'instance' };

/**
 * The authority of the listener for provisioners. It is not the one of gateways, which never issues a certificate for
 * another host name.
 */
export function createListenerAuthority({
  db,
  secrets,
}: {
  readonly db: Database;
  readonly secrets: Secrets;
}): ListenerAuthority {
  async function certificate(): Promise<string> {
    const found = await queries.findAuthority(db);
    if (found) return found;
    const made = await makeAuthority('Gatewarden provisioners');
    await inTransaction(db, async (tx) => {
      if (await queries.insertAuthority(tx, made.certificate)) await secrets.set(tx, secretName, made.key);
    });
    return certificate();
  }

  return {
    certificate,
    async issue(host, at) {
      const authority = await certificate();
      const key = await secrets.get(db, secretName);
      if (key === undefined) throw new Error('the key of the authority of provisioners is missing');
      const notAfter = new Date(at.getTime() + lifetimeMilliseconds);
      const issued = await issueServerCertificate({ certificate: authority, key }, { serverName: host, notAfter });
      return { key: issued.key, chain: `${issued.certificate}\n${authority}\n` };
    },
  };
}
