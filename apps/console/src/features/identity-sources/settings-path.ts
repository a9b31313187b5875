const paths = { ldap: '/settings/ldap', scim: '/settings/scim' } as const;

/** Where the system in `managed_by` is set up. */
export function settingsPathOf(id: string) {
  return id === 'ldap' || id === 'scim' ? paths[id] : '/settings/openid';
}
