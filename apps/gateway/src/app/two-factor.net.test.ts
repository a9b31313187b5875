import { approveConnectRequest, openConnectRequest } from '@gatewarden/contract/browser-connect';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { endLocationSession, listLocationSessions } from '@gatewarden/contract/location-mfa';
import { removeEmail } from '@gatewarden/contract/mfa';
import { startSecurityKeySignIn } from '@gatewarden/contract/security-keys';
import { updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { newEdgeClient } from '../../../server/test/edge-client.ts';
import { openEdgeSocket } from '../../../server/test/edge-socket.ts';
import { givenAccount } from '../../../server/test/given/accounts.ts';
import { connectMethods, givenOwner, givenPhone } from '../../../server/test/given/connect.ts';
import { openEdgeBrowser } from '../../../server/test/given/edge-openid.ts';
import { givenLinkedOwner } from '../../../server/test/given/external-connect.ts';
import type { Person } from '../../../server/test/given/given.ts';
import { givenMailbox } from '../../../server/test/given/mail-codes.ts';
import { localProviders } from '../../../server/test/given/openid.ts';
import { givenSecurityKey } from '../../../server/test/given/security-keys.ts';
import { type TestServer, testWith } from '../../../server/test/harness.ts';
import { runJob } from '../../../server/test/run-job.ts';
import { codeInMail } from '../../../server/test/smtp-sink.ts';
import { createTestBrowser } from '../../../server/test/test-browser.ts';
import { makeTwoFactorSite, type SiteLocation, type TwoFactorSite } from '../../test/two-factor-site.ts';

const test = testWith(localProviders).extend<{ site: TwoFactorSite }>({
  site: [
    async ({ server }, use) => {
      await using site = await makeTwoFactorSite(server);
      await use(site);
    },
    { scope: 'file' },
  ],
});

/** A device that is not connected yet, of a person who can prove themselves with one method. */
interface Connecting {
  readonly at: SiteLocation;
  readonly device: { readonly id: number; readonly publicKey: string; readonly privateKey: string };
  readonly owner: Person;
  /** Proves it and returns the preshared key that the client received. */
  finish(): Promise<string>;
}

type Given = (server: TestServer, site: TwoFactorSite) => Promise<Connecting>;

const methods = {
  'a code of the authenticator app': async (server, { internal: at }) => {
    const { una, device, connect, ...keys } = await givenOwner(server, at.location);
    return { at, owner: una, device: { ...keys, id: device.id }, finish: async () => keyOf(await connect()) };
  },
  'a code by mail': async (server, { internal: at, mails }) => {
    const { una, device, start, finish, ...keys } = await givenOwner(server, at.location);
    await givenMailbox(server, una, mails);
    // after the last mail
    server.clock.advance({ minutes: 2 });
    return {
      ...{ at, owner: una, device: { ...keys, id: device.id } },
      async finish() {
        const arrived = mails.mails.length;
        const { body } = await start(connectMethods.email);
        return keyOf(await finish(body['token'], await codeInMail(mails, arrived)));
      },
    };
  },
  'the biometric key of the phone': async (server, { internal: at }) => {
    const { una, start, finish } = await givenOwner(server, at.location);
    const phone = await givenPhone(server, una);
    return {
      ...{ at, owner: una, device: phone },
      async finish() {
        const { body } = await start(connectMethods.biometric, phone.publicKey);
        return keyOf(await finish(body['token'], phone.signature(body['challenge'])));
      },
    };
  },
  'the approval on a phone': async (server, { internal: at }) => {
    const { una, device, start, ...keys } = await givenOwner(server, at.location);
    const phone = await givenPhone(server, una);
    return {
      ...{ at, owner: una, device: { ...keys, id: device.id } },
      async finish() {
        const { token, challenge } = (await start(connectMethods.mobileApprove)).body;
        const socket = await openEdgeSocket(server, `/client-mfa/remote?token=${token}`);
        if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
        await using _ = socket;
        const approval = { token, code: phone.signature(challenge), auth_pub_key: phone.authKey };
        await newEdgeClient(server).post('/client-mfa/finish-remote', approval);
        return keyOf({ status: await socket.closed, body: socket.messages[0] as Record<string, unknown> });
      },
    };
  },
  'a sign-in at an OpenID provider': async (server, { external: at, idp, provider }) => {
    const { una, device, startedToken, finish, account, ...keys } = await givenLinkedOwner(
      server,
      provider,
      at.location,
    );
    return {
      ...{ at, owner: una, device: { ...keys, id: device.id } },
      async finish() {
        const token = await startedToken();
        const browser = openEdgeBrowser(server);
        const { url } = await browser.begin({ type: 'mfa', state: token });
        idp.account = { sub: account.sub, claims: {} };
        const callback = await createTestBrowser().followTo(url, `http://localhost:${server.edgePort}/`);
        await browser.finishConnect(Object.fromEntries(callback.searchParams));
        return keyOf(await finish(token));
      },
    };
  },
  'a passkey in the browser': async (server, { internal: at }) => {
    const { una, device, start, finish, ...keys } = await givenOwner(server, at.location);
    const passkey = await givenSecurityKey(server, una);
    return {
      ...{ at, owner: una, device: { ...keys, id: device.id } },
      async finish() {
        const { token, challenge } = (await start(connectMethods.browser)).body;
        const request = String(challenge);
        await una.call(openConnectRequest, { body: { request } });
        const response = passkey.sign(await una.call(startSecurityKeySignIn, {}));
        await una.call(approveConnectRequest, { body: { request, proof: { method: 'security_key', response } } });
        return keyOf(await finish(token, ''));
      },
    };
  },
} as const satisfies Record<string, Given>;

function keyOf({ status, body }: { readonly status: number; readonly body: Record<string, unknown> }): string {
  if (typeof body['preshared_key'] !== 'string') throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body['preshared_key'];
}

type End = (given: Connecting & { readonly server: TestServer; readonly fresh: Person }) => Promise<unknown>;

const ends = {
  'an administrator ends its session': ({ fresh, at, device }) =>
    fresh.call(endLocationSession, { params: { id: String(at.location.id), deviceId: String(device.id) } }),
  'the person removes the method': ({ owner }) => owner.call(removeEmail, {}),
  'an emergency stop': ({ fresh, owner }) =>
    fresh.call(stopUser, { params: { username: owner.username }, body: { disable: false } }),
  'the person is disabled': ({ fresh, owner }) =>
    fresh.call(updateUser, { params: { username: owner.username }, body: { is_active: false } }),
  'its session reached its maximum length': async (given) => {
    given.server.clock.advance({ hours: 1, seconds: 1 });
    await untilEnded(given);
  },
  // core knows only handshakes that are six minutes old
  'it was inactive': async (given) => {
    given.server.clock.advance({ minutes: 6 });
    await runJob(given.server, 'location-mfa.end-inactive');
    await untilEnded(given);
  },
} as const satisfies Record<string, End>;

/** Core ends such sessions by itself, not in answer to a call. */
async function untilEnded({ server, at }: Parameters<End>[0]): Promise<void> {
  const fresh = await givenAccount(server, { isAdmin: true });
  await expect.poll(() => fresh.call(listLocationSessions, { params: { id: String(at.location.id) } })).toEqual([]);
}

test.for([
  ['a code of the authenticator app', 'an administrator ends its session'],
  ['a code by mail', 'the person removes the method'],
  ['the biometric key of the phone', 'an emergency stop'],
  ['the approval on a phone', 'its session reached its maximum length'],
  ['a sign-in at an OpenID provider', 'it was inactive'],
  ['a passkey in the browser', 'the person is disabled'],
] as const)('a device carries traffic after %s, until %s', async ([method, end], { server, site }) => {
  const given = await methods[method](server, site);
  await using tunnel = await given.at.connectDevice(given.device);
  expect(await tunnel.isAnswered()).toBe(false);

  await tunnel.useKey(await given.finish());
  await using pinging = await tunnel.startPinging();
  await pinging.untilAnswered();
  const fresh = await givenAccount(server, { isAdmin: true });
  await pinging.untilAnswered();
  await ends[end]({ ...given, server, fresh });
  const endedAt = Date.now();
  expect((await pinging.untilSilent()) - endedAt).toBeLessThan(1_000);
});
