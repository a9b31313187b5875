import type { SnatBinding } from '@gatewarden/contract/snat';
import type { EventRules } from '../event-rules.ts';

/** `user` is a user name, `location` a name. */
interface Context {
  readonly user: string;
  readonly location: string;
}

interface SnatEvents {
  'snat.added': Context & { readonly binding: SnatBinding };
  'snat.modified': Context & { readonly before: SnatBinding; readonly after: SnatBinding };
  'snat.removed': Context & { readonly binding: SnatBinding };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends SnatEvents {}
}

const stale = { admins: ['locations', 'gateways'] } as const;

export const snatEvents = {
  'snat.added': {
    entry: ({ user, location, binding }) => ({
      event: 'user_snat_binding_added',
      location,
      description: `Public address ${binding.public_ip} of ${user} at location ${location}`,
      metadata: { user, binding },
    }),
    stale,
  },
  'snat.modified': {
    entry: ({ user, location, before, after }) => ({
      event: 'user_snat_binding_modified',
      location,
      description: `Public address of ${user} at location ${location}: ${before.public_ip} → ${after.public_ip}`,
      metadata: { user, before, after },
    }),
    stale,
  },
  'snat.removed': {
    entry: ({ user, location, binding }) => ({
      event: 'user_snat_binding_removed',
      location,
      description: `Public address ${binding.public_ip} of ${user} at location ${location}`,
      metadata: { user, binding },
    }),
    stale,
  },
} as const satisfies EventRules<SnatEvents>;
