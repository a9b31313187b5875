import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { AttentionFacts } from '../feature.ts';
import type { Authority } from './authority.ts';

/** Renewal begins 30 days before the certificate expires, and is tried every day. */
const overdueMilliseconds = 25 * 24 * 3_600_000;

/** The certificate that core presents to gateways, if its renewal failed for some days. Uses the real time, as TLS does. */
export async function findExpiringCertificate(
  authority: Pick<Authority, 'serverCertificateExpiry'>,
  now = new Date(),
): Promise<AttentionFacts[]> {
  const expiresAt = await authority.serverCertificateExpiry();
  if (!expiresAt || expiresAt.getTime() - now.getTime() > overdueMilliseconds) return [];
  const since = new Date(expiresAt.getTime() - overdueMilliseconds);
  return [{ severity: 'danger', since, details: { expires_at: toNaive(expiresAt) } }];
}

export interface LinkCertificate {
  readonly kind: 'gateways' | 'authority';
  /** Null: never. */
  readonly expiresAt: Date | null;
  /** Whether core renews it, and whether the last renewal that was due failed. */
  readonly renewal: 'automatic' | 'failing' | 'none';
}

/** The certificate that core presents to components, and that of its authority, which never expires. Uses the real time. */
export async function listCertificates(
  authority: Pick<Authority, 'serverCertificateExpiry'>,
  now = new Date(),
): Promise<LinkCertificate[]> {
  const expiresAt = await authority.serverCertificateExpiry();
  if (!expiresAt) return [];
  const isOverdue = expiresAt.getTime() - now.getTime() <= overdueMilliseconds;
  return [
    { kind: 'gateways', expiresAt, renewal: isOverdue ? 'failing' : 'automatic' },
    { kind: 'authority', expiresAt: null, renewal: 'none' },
  ];
}
