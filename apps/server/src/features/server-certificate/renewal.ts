import { X509Certificate } from 'node:crypto';
import { requireMatchingKey, type TlsCertificate } from '@gatewarden/listener/server-tls';

const minute = 60_000;
/** Authorities allow few failures an hour for a host name. */
const delays = [1, 5, 15, 60, 180].map((minutes) => minutes * minute);

/** @throws Error with the reason if core cannot use it for the hosts: an authority can return anything */
export function requireUsable(pair: TlsCertificate, hosts: readonly string[], now: Date): void {
  const certificate = new X509Certificate(pair.chain);
  requireMatchingKey(pair);
  const foreign = hosts.find((host) => certificate.checkHost(host) === undefined);
  if (foreign !== undefined) throw new Error(`The certificate is not valid for ${foreign}.`);
  if (certificate.validToDate <= now) throw new Error('The certificate has expired.');
}

/** Whether a certificate must be obtained: there is none that can be used, or less than a third of its lifetime is left. */
export function isDue(stored: TlsCertificate | undefined, hosts: readonly string[], now: Date): boolean {
  if (!stored) return true;
  try {
    requireUsable(stored, hosts, now);
  } catch {
    return true;
  }
  const certificate = new X509Certificate(stored.chain);
  const ends = certificate.validToDate.getTime();
  return ends - now.getTime() < (ends - certificate.validFromDate.getTime()) / 3;
}

/** @param failures before this one, without a success between them */
export function nextAttempt(now: Date, failures: number): Date {
  return new Date(now.getTime() + (delays[failures] ?? delays.at(-1) ?? minute));
}
