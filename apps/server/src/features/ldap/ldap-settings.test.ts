import { defaultSettings } from '@gatewarden/contract/settings';
import { expect, it } from 'vitest';
import { makeAuthority } from '../../platform/crypto/certificates.ts';
import { ldapSettingsSection } from './ldap-settings.ts';

/** The certificates that are stored; undefined: those of `before`. */
function stored(text: string, before = ''): string | null | undefined {
  const [from, to] = [before, text].map((ldap_ca_certificate) => ({ ...defaultSettings, ldap_ca_certificate }));
  return ldapSettingsSection.derive?.({ before: from ?? defaultSettings, wanted: to ?? defaultSettings })
    .ldap_ca_certificate;
}

const refusal = expect.objectContaining({
  code: 'ldap_certificate_invalid',
  details: { field: 'ldap_ca_certificate' },
});

it('refuses a private key with the certificate of an authority', async () => {
  const { certificate, key } = await makeAuthority('Company');
  expect(() => stored(`${certificate}\n${key}`)).toThrow(refusal);
  expect(() => stored('no certificate')).toThrow(refusal);
});

it('stores certificates without comments', async () => {
  const { certificate } = await makeAuthority('Company');
  expect(stored(`subject=CN = Company\n${certificate}`)).toBe(certificate);
  expect(stored('')).toBeUndefined();
});

it('accepts other changes while a text is stored that is refused now', async () => {
  const { certificate, key } = await makeAuthority('Company');
  const before = `${certificate}\n${key}`;
  expect(stored(before, before)).toBeUndefined();
});
