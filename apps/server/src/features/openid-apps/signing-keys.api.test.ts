import { rotateOpenidKeys } from '@gatewarden/contract/openid-apps';
import { decodeProtectedHeader } from 'jose';
import { describe, expect } from 'vitest';
import { type TestServer, test } from '../../../test/harness.ts';
import { givenRelyingParty } from '../../../test/openid/relying-party.ts';
import { runJob } from '../../../test/run-job.ts';
import { createTestBrowser } from '../../../test/test-browser.ts';

const publicUrl = ({ url }: Pick<TestServer, 'url'>) => url.replace('127.0.0.1', 'localhost');

/** The ids of the keys that a core publishes. */
async function kidsOf(server: TestServer): Promise<string[]> {
  const answer = await fetch(`${publicUrl(server)}/api/v1/oauth/discovery/keys`);
  return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
}

describe('the OpenID provider', () => {
  test('publishes new keys before it signs with them, and continues to publish former ones', async ({
    server,
    replica,
  }) => {
    const admin = await server.given.admin();
    const app = await givenRelyingParty(admin, `${publicUrl(server)}/`);
    const before = await kidsOf(server);
    await admin.call(rotateOpenidKeys, {});
    await expect.poll(() => kidsOf(replica)).not.toEqual(before);
    expect(await kidsOf(server)).toEqual(expect.arrayContaining(before));
    const { cookie } = await server.given.user();
    const request = await app.begin();
    const { location } = await createTestBrowser({ origins: [publicUrl(server)], cookie }).open(request.url);
    const { id_token = '' } = await request.finish(location);
    expect(before).toContain(decodeProtectedHeader(id_token).kid);
  });

  test('stops publishing keys that have been retired for more than eight days', async ({ server, replica }) => {
    const admin = await server.given.admin();
    await admin.call(rotateOpenidKeys, {});
    const former = await server.database.query(
      "update openid_key set former_at = former_at - interval '9 days' where state = 'former' returning kid",
    );
    const gone = former.map(({ kid }) => kid as string);
    // one for each algorithm, and those of other tests
    expect(gone.length).toBeGreaterThanOrEqual(3);
    const publishedGone = async (each: TestServer) => (await kidsOf(each)).filter((kid) => gone.includes(kid));
    for (const each of [server, replica]) await expect.poll(() => publishedGone(each)).toHaveLength(gone.length);
    await runJob(server, 'openid-apps.rotate-keys');
    for (const each of [server, replica]) await expect.poll(() => publishedGone(each)).toEqual([]);
  });
});
