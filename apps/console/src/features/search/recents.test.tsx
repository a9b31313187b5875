import { expect, it } from 'vitest';
import { addRecent, clearRecents, readRecents } from './recents.ts';

it('stores what shows an object, without addresses and keys', () => {
  const owner = { username: 'ada', first_name: 'Ada', last_name: 'Kim' };
  const device = { kind: 'device', match: 'exact', id: 7, name: 'Laptop', owner } as const;
  addRecent(1, { id: 'device:7', result: { ...device, public_key: 'secret-key', address: ['10.1.0.2'] } });
  addRecent(1, {
    id: 'user:ada',
    result: { kind: 'user', match: 'exact', ...owner, email: 'ada@example.com', is_active: true },
  });
  expect(readRecents(1).map(({ id }) => id)).toEqual(['user:ada', 'device:7']);
  const stored = Object.values({ ...localStorage }).join();
  expect(stored).toContain('Laptop');
  for (const detail of ['secret-key', '10.1.0.2', 'ada@example.com']) expect(stored).not.toContain(detail);
});

it('forgets those of all users', () => {
  for (const user of [1, 2]) addRecent(user, { id: 'users' });
  clearRecents();
  expect([readRecents(1), readRecents(2)]).toEqual([[], []]);
});
