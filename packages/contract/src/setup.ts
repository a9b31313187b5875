import { z } from 'zod';
import { AuthResponse } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { EmailAddress, LastName, line, Name, NewPassword, Username } from './primitives.ts';

/** `required` while the instance has no administrator; then setup requires the token of the printed link. */
export const getSetup = endpoint({
  method: 'GET',
  path: '/setup',
  access: 'anonymous',
  area: 'sign-in',
  summary: 'Tell whether the first administrator still has to be created',
  query: z.object({ token: line(128).optional() }),
  response: z.object({ required: z.boolean(), token_valid: z.boolean() }),
});

export const FirstAdmin = z.object({
  username: Username,
  first_name: Name,
  last_name: LastName,
  email: EmailAddress,
  password: NewPassword,
});

/** Works only once. Creates the first administrator and signs in. */
export const completeSetup = endpoint({
  method: 'POST',
  path: '/setup',
  access: 'anonymous',
  area: 'sign-in',
  summary: 'Create the first administrator with the one-time setup link',
  body: FirstAdmin.extend({ token: line(128, 1) }),
  response: AuthResponse,
  status: 201,
  errors: ['setup_link_invalid', 'setup_done', 'username_reserved'],
});
