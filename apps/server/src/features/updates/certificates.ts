import { X509Certificate } from 'node:crypto';
import type { Certificate } from '@gatewarden/contract/updates';
import { toNaive } from '../../platform/http/naive-timestamp.ts';

/** A certificate that core presents. */
export interface OwnCertificate {
  readonly kind: 'https' | 'gateways' | 'authority';
  /** Null: never. */
  readonly expiresAt: Date | null;
  /** Whether core renews it, and whether the last renewal that was due failed. */
  readonly renewal: 'none' | 'automatic' | 'failing';
}

interface Described {
  readonly kind: Certificate['kind'];
  readonly name: string | null;
  readonly expiresAt: Date | null;
  readonly renewal: OwnCertificate['renewal'];
}

const soonMilliseconds = 14 * 24 * 3_600_000;
const pemBlock = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** A certificate of core. One that core renews expires soon only if the renewal failed. */
export function presentOwn(certificate: OwnCertificate, now: Date): Certificate {
  return present({ ...certificate, name: null }, now);
}

/** Undefined if the text contains no certificate. Of several, the one that expires first. */
export function presentTrusted(
  { kind, name, pem }: { readonly kind: 'ldap' | 'log_stream'; readonly name: string | null; readonly pem: string },
  now: Date,
): Certificate | undefined {
  const ends = [...pem.matchAll(pemBlock)].flatMap(([block]) => readEnd(block) ?? []);
  const [expiresAt] = ends.toSorted((a, b) => a.getTime() - b.getTime());
  return expiresAt && present({ kind, name, expiresAt, renewal: 'none' }, now);
}

function present({ kind, name, expiresAt, renewal }: Described, now: Date): Certificate {
  const isSoon = renewal === 'none' ? isWithin(expiresAt, now, soonMilliseconds) : renewal === 'failing';
  return {
    ...{ kind, name, expires_at: expiresAt && toNaive(expiresAt), automatic: renewal !== 'none' },
    state: isWithin(expiresAt, now, 0) ? 'expired' : isSoon ? 'expiring' : 'valid',
  };
}

function isWithin(at: Date | null, now: Date, milliseconds: number): boolean {
  return at !== null && at.getTime() - now.getTime() <= milliseconds;
}

function readEnd(block: string): Date | undefined {
  try {
    return new X509Certificate(block).validToDate;
  } catch {
    return undefined;
  }
}
