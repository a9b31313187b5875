import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const AppInfo = z.object({
  version: z.string(),
  /** Ours. `embedded`: the PostgreSQL that core starts, for trials and small teams. */
  database: z.enum(['embedded', 'external']),
  network_present: z.boolean(),
  smtp_enabled: z.boolean(),
  license_info: z.object({
    enterprise: z.boolean(),
    limits_exceeded: z.object({
      user: z.boolean(),
      device: z.boolean(),
      wireguard_network: z.boolean(),
      network_device: z.boolean(),
    }),
    any_limit_exceeded: z.boolean(),
    is_enterprise_free: z.boolean(),
  }),
  ldap_info: z.object({ enabled: z.boolean(), ad: z.boolean() }),
  external_openid_enabled: z.boolean(),
});
export const getInfo = endpoint({
  method: 'GET',
  path: '/info',
  access: 'user',
  area: 'basics',
  summary: 'Show the version and the enabled features',
  response: AppInfo,
});

/** Null if no licence is stored. */
export const getEnterpriseInfo = endpoint({
  method: 'GET',
  path: '/enterprise_info',
  access: 'user',
  area: 'basics',
  summary: 'Show the licence',
  response: z.object({
    license_info: z
      .object({
        valid_until: z.string().nullable(),
        subscription: z.boolean(),
        expired: z.boolean(),
        limits_exceeded: z.boolean(),
      })
      .nullable(),
  }),
});

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  access: 'anonymous',
  area: 'basics',
  summary: 'Answer "alive" while the process runs',
  response: z.string(),
  answer: { kind: 'text' },
});

/**
 * 200 "ready". 503 while the database is unavailable, and while it refuses writes: then `details.reads` is true,
 * because reads still work.
 */
export const getReadiness = endpoint({
  method: 'GET',
  path: '/ready',
  access: 'anonymous',
  area: 'basics',
  summary: 'Tell whether all requests can be served',
  response: z.string(),
  answer: { kind: 'text' },
  errors: ['instance_key_replaced', 'database_unavailable', 'database_read_only', 'database_full'],
});
