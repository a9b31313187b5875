export { createLdapExport } from './ldap-export.feature.ts';
export type { ExportSummary } from './ldap-export.service.ts';
