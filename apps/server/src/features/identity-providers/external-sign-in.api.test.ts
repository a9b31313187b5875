import { getMe } from '@gatewarden/contract/auth';
import { getInfo } from '@gatewarden/contract/info';
import { expect } from 'vitest';
import { givenProvider, localProviders, openConsole } from '../../../test/given/openid.ts';
import { testWith } from '../../../test/harness.ts';
import { startRealProvider } from '../../../test/openid-provider/real-provider.ts';

const test = testWith(localProviders);

test('signs in at a certified provider: creates the user at the first time and finds it by its subject later', async ({
  server,
  replica,
}) => {
  await using idp = await startRealProvider([`http://localhost:${new URL(server.url).port}/auth/callback`]);
  const provider = await givenProvider(server, idp);
  idp.account = {
    sub: 'ada-1',
    claims: { email: 'ada@example.com', email_verified: true, given_name: 'Ada', family_name: 'Byron', groups: [] },
  };
  const browser = openConsole(server.url);
  const url = await browser.begin(provider.name);
  const callback = await browser.followTo(url, `http://localhost:${new URL(server.url).port}/auth/callback`);
  const answer = Object.fromEntries(callback.searchParams);
  const signedIn = await browser.finish(answer);
  expect(signedIn).toMatchObject({
    status: 200,
    body: { user: { username: 'ada', first_name: 'Ada', last_name: 'Byron', enrolled: true, has_password: false } },
  });
  expect(await browser.api('GET', '/me')).toMatchObject({ status: 200, body: { email: 'ada@example.com' } });
  expect(await browser.finish(answer)).toMatchObject({ status: 400, body: { code: 'openid_state_invalid' } });

  // another address and another core: the subject decides
  idp.account = { ...idp.account, claims: { email: 'a.byron@example.com' } };
  const again = openConsole(server.url);
  const second = await again.followTo(await again.begin(provider.name), `http://localhost`);
  const elsewhere = openConsole(replica.url);
  expect(await elsewhere.finish(Object.fromEntries(second.searchParams))).toMatchObject({ status: 400 });
  expect(await again.finish(Object.fromEntries(second.searchParams))).toMatchObject({
    status: 200,
    body: { user: { username: 'ada', email: 'ada@example.com' } },
  });
  const admin = await server.given.admin();
  expect(await admin.call(getInfo, {})).toMatchObject({ external_openid_enabled: true });
  expect(await admin.call(getMe, {})).toMatchObject({ username: 'rosa' });
});
