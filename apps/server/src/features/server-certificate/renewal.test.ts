import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeSelfSigned } from '../../platform/crypto/certificates.ts';
import { isDue, requireUsable } from './renewal.ts';

const hosts = ['vpn.example.com'];
const own = await makeSelfSigned(hosts);
const other = await makeSelfSigned(hosts);
const now = new Date();
const afterwards = new Date(new X509Certificate(own.chain).validToDate.getTime() + 1);

it.each([
  ['of another key', { key: own.key, chain: other.chain }, hosts, now, 'not that of the certificate'],
  ['that is not one', { key: own.key, chain: 'text' }, hosts, now, ''],
  ['without one of the hosts', own, [...hosts, 'enroll.example.com'], now, 'not valid for enroll.example.com'],
  ['that has expired', own, hosts, afterwards, 'has expired'],
])('a certificate %s is neither used nor kept', (_, certificate, wanted, at, reason) => {
  expect(() => requireUsable(certificate, wanted, at)).toThrow(reason);
  expect(isDue(certificate, wanted, at)).toBe(true);
});

it('a certificate with its key and hosts is used until a third of its lifetime is left', () => {
  expect(() => requireUsable(own, hosts, now)).not.toThrow();
  expect(isDue(own, hosts, now)).toBe(false);
  expect(isDue(undefined, hosts, now)).toBe(true);
});
