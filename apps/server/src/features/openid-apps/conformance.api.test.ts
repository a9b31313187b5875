import { afterAll, beforeAll, describe } from 'vitest';
import { testWith } from '../../../test/harness.ts';
import { claimConditions } from '../../../test/openid/conformance/claims.ts';
import { discoveryConditions } from '../../../test/openid/conformance/discovery.ts';
import { type Condition, givenConformingApp, givenFlow } from '../../../test/openid/conformance/flow.ts';
import { logoutConditions } from '../../../test/openid/conformance/logout.ts';
import { pkceConditions } from '../../../test/openid/conformance/pkce.ts';
import { type Module, plans } from '../../../test/openid/conformance/plans.ts';
import { requestConditions } from '../../../test/openid/conformance/requests.ts';
import { type LogoutReceiver, startLogoutReceiver } from '../../../test/openid/logout-receiver.ts';
import type { RelyingParty } from '../../../test/openid/relying-party.ts';

const test = testWith({ environment: { GATEWARDEN_OUTBOUND_ALLOW: 'localhost' } });

let receiver: LogoutReceiver;
let app: Promise<RelyingParty> | undefined;
beforeAll(async () => {
  receiver = await startLogoutReceiver();
});
afterAll(() => receiver[Symbol.asyncDispose]());

const conditions: Record<Module, Condition> = {
  ...claimConditions,
  ...discoveryConditions,
  ...logoutConditions,
  ...pkceConditions,
  ...requestConditions,
};

describe.each(Object.entries(plans))('%s', (_, { tested }) => {
  test.for([...tested])('%s', async (name, { server }) => {
    app ??= givenConformingApp(server, receiver);
    await conditions[name](await givenFlow(server, await app, receiver));
  });
});
