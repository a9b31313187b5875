import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Ends the notice `restored`: an administrator has checked what the restored backup brought back. Harmless to repeat. */
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
