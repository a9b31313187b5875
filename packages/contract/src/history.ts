import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Ends the notice `restored`, after an administrator has checked the restored data. Idempotent. */
export const acknowledgeRestore = endpoint({
  method: 'POST',
  path: '/notices/restored/acknowledge',
  access: 'admin',
  area: 'settings',
  requiresReauthentication: true,
  summary: 'Acknowledge that the database was restored to an older state',
  response: z.null(),
  errors: [],
});
