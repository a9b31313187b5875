import type { EventRules } from '../event-rules.ts';

interface ServerCertificateEvents {
  'server-certificate.renewed': { readonly hosts: readonly string[]; readonly expiresAt: Date };
  /** The first failure after a success; `reason` is the answer of the authority. */
  'server-certificate.failed': { readonly hosts: readonly string[]; readonly reason: string };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends ServerCertificateEvents {}
}

const stale = { admins: ['home'] } as const;

export const serverCertificateEvents = {
  'server-certificate.renewed': {
    entry: ({ hosts, expiresAt }) => ({
      event: 'server_certificate_renewed',
      description: `Certificate for ${hosts.join(', ')}, expires ${new Date(expiresAt).toISOString()}`,
      metadata: { hosts: hosts.join(', '), expires_at: new Date(expiresAt).toISOString() },
    }),
    stale,
  },
  'server-certificate.failed': {
    entry: ({ hosts, reason }) => ({
      event: 'server_certificate_failed',
      description: `Certificate for ${hosts.join(', ')}: ${reason}`,
      metadata: { hosts: hosts.join(', '), reason },
    }),
    stale,
  },
} as const satisfies EventRules<ServerCertificateEvents>;
