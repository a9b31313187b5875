import type { EventRules } from '../event-rules.ts';

interface SupportEvents {
  /** The mail server accepted support data. */
  'support.data-mailed': { readonly to: string };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends SupportEvents {}
}

export const supportEvents = {
  'support.data-mailed': {
    entry: ({ to }) => ({ event: 'support_data_mailed', description: `Support data to ${to}`, metadata: { to } }),
    stale: {},
  },
} as const satisfies EventRules<SupportEvents>;
