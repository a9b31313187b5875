import type { ExportCounts, ExportObject, ExportProblemReason } from '@gatewarden/contract/ldap-export';
import type { EventRules } from '../event-rules.ts';

interface LdapExportEvents {
  /** An administrator wants a comparison now. */
  'ldap-export.requested': Record<string, never>;
  'ldap-export.taken-over': { readonly users: number; readonly groups: number };
  /** The directory differed from this instance; the differences are written next. */
  'ldap-export.compared': { readonly counts: ExportCounts };
  /** The directory does not accept the state of a user or group. */
  'ldap-export.refused': {
    readonly kind: ExportObject;
    readonly name: string;
    readonly reason: ExportProblemReason;
  };
  /** The directory cannot be used; changes wait. `error` is an error code. */
  'ldap-export.failed': { readonly error: string };
  /** Changes were written, or the state is another one. */
  'ldap-export.progressed': Record<string, never>;
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends LdapExportEvents {}
}

const stale = { admins: ['directory-sync'] } as const;

export const ldapExportEvents = {
  'ldap-export.requested': { entry: () => ({ event: 'ldap_export_requested' }), stale },
  'ldap-export.taken-over': {
    entry: ({ users, groups }) => ({
      event: 'ldap_export_taken_over',
      description: `Users: ${users}, groups: ${groups}`,
      metadata: { users, groups },
    }),
    stale: { admins: ['directory-sync', 'users', 'groups'] },
  },
  'ldap-export.compared': {
    entry: ({ counts }) => ({
      event: 'ldap_export_compared',
      description: `Missing ${counts.missing}, changed ${counts.changed}, not managed here ${counts.extra}`,
      metadata: { counts },
    }),
    stale,
  },
  'ldap-export.refused': {
    entry: ({ kind, name, reason }) => ({
      event: 'ldap_export_refused',
      description: `${kind === 'user' ? 'User' : 'Group'} ${name}: ${reason}`,
      metadata: { kind, name, reason },
    }),
    stale,
  },
  'ldap-export.failed': {
    entry: ({ error }) => ({ event: 'ldap_export_failed', description: error, metadata: { error } }),
    stale,
  },
  'ldap-export.progressed': { entry: 'not logged', stale },
} as const satisfies EventRules<LdapExportEvents>;
