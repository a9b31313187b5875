export type { DirectoryPasswords } from './directory-passwords.ts';
export { createLdap } from './ldap.feature.ts';
export { ldapSettingsSection } from './ldap-settings.ts';
export type { LdapTarget } from './ldap-target.ts';
