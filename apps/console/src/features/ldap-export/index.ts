export { LdapExport } from './components/ldap-export.tsx';
