export { createLdapExport } from './ldap-export.feature.ts';
