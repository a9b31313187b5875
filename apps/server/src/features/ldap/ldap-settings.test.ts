import { defaultSettings } from '@gatewarden/contract/settings';
import { expect, it } from 'vitest';
import { makeAuthority } from '../../platform/crypto/certificates.ts';
import { ldapSettingsSection } from './ldap-settings.ts';

const settingsWith = (ldap_ca_certificate: string) => ({ ...defaultSettings, ldap_ca_certificate });

it('refuses a private key with the certificate of an authority', async () => {
  const { certificate, key } = await makeAuthority('Company');
  expect(() => ldapSettingsSection.check?.(settingsWith(`${certificate}\n`))).not.toThrow();
  expect(() => ldapSettingsSection.check?.(settingsWith(`${certificate}\n${key}`))).toThrow(
    expect.objectContaining({ code: 'ldap_certificate_invalid', details: { field: 'ldap_ca_certificate' } }),
  );
});

it('stores certificates without comments', async () => {
  const { certificate } = await makeAuthority('Company');
  const derive = (text: string) =>
    ldapSettingsSection.derive?.({ before: defaultSettings, wanted: settingsWith(text) })?.ldap_ca_certificate;
  expect(derive(`subject=CN = Company\n${certificate}`)).toBe(certificate);
  expect(derive('')).toBeUndefined();
  expect(derive('no certificate')).toBeUndefined();
});
