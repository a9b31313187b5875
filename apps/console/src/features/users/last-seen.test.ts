import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { lastSeenOf } from './last-seen.ts';

it('is the later one of the last sign-in and the last VPN connection', () => {
  const [early, late] = ['2030-01-01T00:00:00.500', '2030-01-02T00:00:00'];
  const seen = (last_sign_in_at: string | null, last_connected_at: string | null) =>
    lastSeenOf(given.user({ last_sign_in_at, last_connected_at }));
  expect(seen(null, null)).toBeUndefined();
  expect(seen(early, null)).toEqual({ at: early, by: 'sign_in' });
  expect(seen(null, early)).toEqual({ at: early, by: 'vpn' });
  expect(seen(late, early)).toEqual({ at: late, by: 'sign_in' });
  expect(seen(early, late)).toEqual({ at: late, by: 'vpn' });
});
