import i18next from 'i18next';

const kinds = ['local', 'ldap', 'scim'] as const;

/** The system in `managed_by` as far as its value tells: "LDAP", "SCIM", or what providers have in common. */
export function sourceKind(managedBy: string): string {
  const kind = kinds.find((one) => one === managedBy);
  return i18next.t(kind ? `common:source.${kind}` : 'common:source.directory');
}
