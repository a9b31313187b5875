export { createLdap } from './ldap.feature.ts';
export { ldapSettingsSection } from './ldap-settings.ts';
