import { expect, it } from 'vitest';
import { findExpiringCertificate } from './certificate-attention.ts';

const now = new Date('2030-01-31T00:00:00Z');
const expiringIn = (days: number | undefined) => ({
  serverCertificateExpiry: async () => (days === undefined ? undefined : new Date(now.getTime() + days * 86_400_000)),
});

it('reports a certificate whose renewal is overdue by five days', async () => {
  expect(await findExpiringCertificate(expiringIn(25), now)).toEqual([
    { severity: 'danger', since: now, details: { expires_at: '2030-02-25T00:00:00' } },
  ]);
});

it.each([26, 365, undefined])('reports nothing %s days before the expiry', async (days) => {
  expect(await findExpiringCertificate(expiringIn(days), now)).toEqual([]);
});
