import type { CallRow } from './call-example.ts';

/** Calls of reverse proxies; the examples are those of a client that is not signed in. */
export const forwardAuthCalls: Readonly<Record<string, CallRow>> = {
  'GET /forward_auth': { access: 'anonymous', input: () => ({ query: { refuse_with: '303' } }), status: 303 },
  'GET /forward_auth/return': { access: 'anonymous', input: () => ({ query: { r: 'https://example.com' } }) },
};
