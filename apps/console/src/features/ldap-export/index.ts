export { ConfirmWriting } from './components/confirm-writing.tsx';
export { LdapExport } from './components/ldap-export.tsx';
