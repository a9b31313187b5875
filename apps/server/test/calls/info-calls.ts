import type { CallRow } from './call-example.ts';

export const infoCalls = {
  'GET /events': { access: 'user' },
  'GET /notices': { access: 'admin' },
  'GET /updates': { access: 'admin' },
  'GET /outdated': { access: 'admin' },
  'GET /versions': { access: 'admin' },
  'GET /search': { access: 'user', input: () => ({ query: { q: 'a' } }) },
  'GET /info': { access: 'user' },
  'GET /enterprise_info': { access: 'user' },
  'GET /health': { access: 'anonymous' },
  'GET /ready': { access: 'anonymous' },
} as const satisfies Readonly<Record<string, CallRow>>;
