import type { CallRow } from './call-example.ts';

export const preferenceCalls = {
  'GET /me/preferences': { access: 'user' },
  'PUT /me/preferences': {
    access: 'user',
    input: () => ({ body: { language: 'pl', color_scheme: 'dark', time_format: '12h', location_view: 'list' } }),
  },
} as const satisfies Readonly<Record<string, CallRow>>;
