import { createHash, X509Certificate } from 'node:crypto';
import { type CertificateAndKey, issueServerCertificate, makeAuthority } from '../../platform/crypto/certificates.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import * as queries from './authority.queries.ts';

/** Host name in core's certificate, independent of core's address: the pinned authority issues no other certificate. */
export const coreServerName = 'core.gatewarden.internal';

const dayMilliseconds = 24 * 60 * 60 * 1000;
const lifetimeMilliseconds = 365 * dayMilliseconds;
/** Cores check every day, so renewal can fail for a month before the certificate expires. */
const renewalMilliseconds = 30 * dayMilliseconds;

/** Core's certificate authority: the same for all replicas, and never replaced, since every join token pins it. */
export interface Authority {
  /** Lower-case hex SHA-256 of the authority's DER. */
  fingerprint(): Promise<string>;
  /**
   * The certificate that core presents to components, followed by that of the authority. Renewed before it expires.
   * @param at the real time, not the product's clock: TLS libraries use the real time
   */
  serverCertificate(at: Date): Promise<{ readonly key: string; readonly chain: string }>;
  /** When the certificate that core presents expires; undefined before the first start has issued one. */
  serverCertificateExpiry(): Promise<Date | undefined>;
}

export function createAuthority({ db, secrets }: { readonly db: Database; readonly secrets: Secrets }): Authority {
  /** Returns the PEM of the certificate; the first call creates the authority. */
  async function ensureAuthority(): Promise<string> {
    const found = await queries.findAuthority(db);
    if (found) return found;
    const { certificate, key } = await makeAuthority('Gatewarden');
    await inTransaction(db, async (tx) => {
      if (await queries.insertAuthority(tx, certificate)) await secrets.set(tx, authorityKey, key);
    });
    return ensureAuthority();
  }

  async function readStored(): Promise<CertificateAndKey | undefined> {
    const text = await secrets.get(db, serverKey);
    return text === undefined ? undefined : (JSON.parse(text) as CertificateAndKey);
  }

  async function issue(authority: string, at: Date): Promise<CertificateAndKey> {
    const key = await secrets.get(db, authorityKey);
    if (key === undefined) throw new Error('the key of the authority is missing');
    const notAfter = new Date(at.getTime() + lifetimeMilliseconds);
    const options = { serverName: coreServerName, notAfter };
    const issued = await issueServerCertificate({ certificate: authority, key }, options);
    await inTransaction(db, (tx) => secrets.set(tx, serverKey, JSON.stringify(issued)));
    return issued;
  }

  return {
    async fingerprint() {
      const certificate = await ensureAuthority();
      return createHash('sha256').update(new X509Certificate(certificate).raw).digest('hex');
    },
    async serverCertificate(at) {
      const authority = await ensureAuthority();
      const stored = await readStored();
      const { certificate, key } = stored && !isRenewalDue(stored, at) ? stored : await issue(authority, at);
      return { key, chain: `${certificate}\n${authority}\n` };
    },
    async serverCertificateExpiry() {
      const stored = await readStored();
      return stored && new X509Certificate(stored.certificate).validToDate;
    },
  };
}

const authorityKey = { kind: 'authority-key', owner: 'instance' };
/** With its certificate, so that both are always read together. */
const serverKey = { kind: 'authority-server', owner: 'instance' };

function isRenewalDue({ certificate }: CertificateAndKey, at: Date): boolean {
  const endsAt = new X509Certificate(certificate).validToDate;
  return endsAt.getTime() - at.getTime() <= renewalMilliseconds;
}
