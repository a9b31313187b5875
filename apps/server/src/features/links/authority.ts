import { createHash, X509Certificate } from 'node:crypto';
import { type CertificateAndKey, issueServerCertificate, makeAuthority } from '../../platform/crypto/certificates.ts';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import type { Database } from '../../platform/database/database.ts';
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
}

export function createAuthority({ db, cipher }: { readonly db: Database; readonly cipher: Cipher }): Authority {
  async function load(at: Date): Promise<queries.AuthorityRow> {
    const found = await queries.findAuthority(db);
    if (found) return found;
    const authority = await makeAuthority('Gatewarden');
    await queries.insertAuthority(db, {
      certificate: authority.certificate,
      private_key: cipher.encrypt(authority.key, context.authority),
      ...(await issue(authority, at)),
    });
    const stored = await queries.findAuthority(db);
    if (!stored) throw new Error('the inserted authority was not found');
    return stored;
  }

  async function issue(authority: CertificateAndKey, at: Date) {
    const notAfter = new Date(at.getTime() + lifetimeMilliseconds);
    const { certificate, key } = await issueServerCertificate(authority, { serverName: coreServerName, notAfter });
    return { server_certificate: certificate, server_private_key: cipher.encrypt(key, context.server) };
  }

  async function renew(row: queries.AuthorityRow, at: Date): Promise<queries.AuthorityRow> {
    const key = cipher.decrypt(row.private_key, context.authority);
    const renewed = await issue({ certificate: row.certificate, key }, at);
    await queries.setServerCertificate(db, renewed);
    return { ...row, ...renewed };
  }

  return {
    async fingerprint() {
      const { certificate } = await load(new Date());
      return createHash('sha256').update(new X509Certificate(certificate).raw).digest('hex');
    },
    async serverCertificate(at) {
      const row = await load(at);
      const endsAt = new X509Certificate(row.server_certificate).validToDate;
      const valid = endsAt.getTime() - at.getTime() > renewalMilliseconds ? row : await renew(row, at);
      return {
        key: cipher.decrypt(valid.server_private_key, context.server),
        chain: `${valid.server_certificate}\n${valid.certificate}\n`,
      };
    },
  };
}

/** Part of the encryption, so these texts must never change. */
const context = {
  authority: 'gateway_authority.private_key',
  server: 'gateway_authority.server_private_key',
} as const;
