import { getMe } from '@gatewarden/contract/auth';
import { updateUser } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { startTestServer } from '../../../test/harness.ts';

it('refuses a flood of writes of one session and says when to come back; reads and others go on', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_WRITES_PER_SECOND: '1' } });
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const program = await givenProgram(server, user);
  const params = { username: user.username };
  const write = (by: typeof program, phone: string) => by.try(updateUser, { params, body: { phone } });
  const floods = await Promise.all(Array.from({ length: 12 }, (_, nth) => write(program, `12345${nth}`)));
  expect(floods.map(({ status }) => status).toSorted()).toEqual([...Array(6).fill(200), ...Array(6).fill(429)]);
  const refused = floods.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ code: 'rate_limited', details: { retry_after_seconds: 1 } });
  expect(refused?.headers.get('retry-after')).toBe('1');
  expect((await program.try(getMe, {})).status).toBe(200);
  expect((await user.try(updateUser, { params, body: { phone: '777' } })).status).toBe(200);
  expect((await admin.try(updateUser, { params, body: { phone: '778' } })).status).toBe(200);
  server.clock.advance({ seconds: 1 });
  expect([(await write(program, '779')).status, (await write(program, '780')).status]).toEqual([200, 429]);
});
