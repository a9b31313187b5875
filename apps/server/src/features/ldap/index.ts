export type { DirectoryPasswords } from './directory-passwords.ts';
export { createLdap } from './ldap.feature.ts';
export { isComplete as isLdapComplete, ldapSettingsSection } from './ldap-settings.ts';
