import { givenMailCode } from '../given/mail-codes.ts';
import type { CallRow } from './call-example.ts';

/** Codes by e-mail. */
export const mailCodeCalls: Readonly<Record<string, CallRow>> = {
  'POST /auth/email/init': {
    access: 'user',
    // delivery by a mail server is tested with the feature
    status: 503,
    leavesNoEvent: 'there is no mail server',
  },
  'POST /auth/email': {
    access: 'user',
    input: async (server, owner) => ({ body: { code: await givenMailCode(server, owner, 'activation') } }),
  },
  'GET /auth/email': {
    access: 'pending',
    input: async (server, owner) => {
      await givenMailCode(server, owner, 'sign-in');
      return {};
    },
    status: 503,
  },
  'POST /auth/email/verify': {
    access: 'pending',
    input: async (server, owner) => ({ body: { code: await givenMailCode(server, owner, 'sign-in') } }),
  },
  'DELETE /auth/email': {
    access: 'user',
    input: async (server, owner) => {
      await givenMailCode(server, owner, 'sign-in');
      return {};
    },
  },
};
