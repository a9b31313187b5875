import { X509Certificate } from 'node:crypto';
import type { TlsCertificate } from '@gatewarden/listener/server-tls';

const minute = 60_000;
/** Authorities allow few failures an hour for a host name. */
const delays = [1, 5, 15, 60, 180].map((minutes) => minutes * minute);

/** Whether a certificate must be obtained: there is none, it lacks a host, or less than a third of its lifetime is left. */
export function isDue(stored: TlsCertificate | undefined, hosts: readonly string[], now: Date): boolean {
  if (!stored) return true;
  const certificate = new X509Certificate(stored.chain);
  if (hosts.some((host) => certificate.checkHost(host) === undefined)) return true;
  const ends = certificate.validToDate.getTime();
  return ends - now.getTime() < (ends - certificate.validFromDate.getTime()) / 3;
}

/** @param failures before this one, without a success between them */
export function nextAttempt(now: Date, failures: number): Date {
  return new Date(now.getTime() + (delays[failures] ?? delays.at(-1) ?? minute));
}
