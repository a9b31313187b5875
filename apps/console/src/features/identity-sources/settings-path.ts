const settings = { ldap: '/settings/ldap', scim: '/settings/scim' } as const;

/** Where the system in `managed_by` is set up. */
export function settingsPathOf(id: string) {
  return id === 'ldap' || id === 'scim' ? settings[id] : '/settings/openid';
}
