import type { UpdateProblem } from '@gatewarden/contract/updates.names';
import type { EventRules } from '../event-rules.ts';

interface UpdateEvents {
  /** A release that is newer than core became known. */
  'update.found': { readonly version: string; readonly critical: boolean };
  /** The first of several checks with the same problem. */
  'update.check-failed': { readonly problem: UpdateProblem; readonly detail: string | null };
  'update.check-recovered': Readonly<Record<string, never>>;
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends UpdateEvents {}
}

const stale = { admins: ['updates', 'home'] } as const;

export const updateEvents = {
  'update.found': {
    entry: ({ version, critical }) => ({
      event: 'update_found',
      description: critical ? `${version}, critical` : version,
      metadata: { version, critical },
    }),
    stale,
  },
  'update.check-failed': {
    entry: ({ problem, detail }) => ({
      event: 'update_check_failed',
      description: detail === null ? problem : `${problem}: ${detail}`,
      metadata: { reason: problem, error: detail },
    }),
    stale,
  },
  'update.check-recovered': { entry: () => ({ event: 'update_check_recovered' }), stale },
} as const satisfies EventRules<UpdateEvents>;
