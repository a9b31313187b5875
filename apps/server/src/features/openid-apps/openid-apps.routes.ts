import * as contract from '@gatewarden/contract/openid-apps';
import * as interactionCalls from '@gatewarden/contract/openid-interactions';
import { requireReauthenticationOfSession } from '../../platform/actor.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Clock } from '../../ports/clock.ts';
import { presentApp, presentAppUser, presentAuthorizedApp } from './openid-apps.present.ts';
import type { OpenidAppsService } from './openid-apps.service.ts';
import { describeProvider } from './provider/describe-provider.ts';
import type { Interactions } from './provider/interactions.service.ts';
import type { SigningKeys } from './provider/signing-keys.ts';
import type { VerifyRequest } from './provider/verify-request.ts';

interface Dependencies {
  readonly apps: OpenidAppsService;
  readonly interactions: Interactions;
  readonly keys: Pick<SigningKeys, 'list' | 'rotate'>;
  readonly verifyRequest: VerifyRequest;
  readonly clock: Clock;
  /** `url` is set once the port is known. */
  readonly address: { readonly url: string };
}

export function addOpenidAppsRoutes(router: Router, dependencies: Dependencies): void {
  addAppRoutes(router, dependencies);
  addUserRoutes(router, dependencies);
  addInteractionRoutes(router, dependencies);
}

/** What sends codes and tokens elsewhere needs a recent proof: a stolen session must not redirect sign-ins. */
function addAppRoutes(router: Router, { apps, keys, clock, address }: Dependencies): void {
  router.add(contract.listOpenidApps, async () => (await apps.list()).map((app) => presentApp(app, clock.now())));
  router.add(contract.addOpenidApp, async ({ actor, origin, body }) => {
    requireReauthenticationOfSession(actor);
    const { app, secret } = await apps.add(origin, body);
    return { ...presentApp(app, clock.now()), client_secret: secret };
  });
  router.add(contract.getOpenidApp, async ({ actor, params }) => {
    const app = presentApp(await apps.get(params.clientId), clock.now());
    const { client_id, name, scope } = app;
    return actor.isAdmin ? app : { client_id, name, scope };
  });
  router.add(contract.updateOpenidApp, async ({ actor, origin, params, body }) => {
    requireReauthenticationOfSession(actor);
    await apps.update(origin, params.clientId, body);
    return {};
  });
  router.add(contract.setOpenidAppState, async ({ actor, origin, params, body }) => {
    // disabling must always be possible
    if (body.enabled) requireReauthenticationOfSession(actor);
    await apps.setEnabled(origin, params.clientId, body.enabled);
    return {};
  });
  router.add(contract.deleteOpenidApp, async ({ origin, params }) => {
    await apps.remove(origin, params.clientId);
    return {};
  });
  router.add(contract.rotateOpenidAppSecret, async ({ actor, origin, params, body }) => {
    requireReauthenticationOfSession(actor);
    const { secret, until } = await apps.rotateSecret(origin, params.clientId, body.overlap_hours);
    return { client_secret: secret, former_secret_until: until && toNaive(until) };
  });
  router.add(contract.listOpenidAppUsers, async ({ params }) =>
    (await apps.listUsers(params.clientId)).map(presentAppUser),
  );
  router.add(contract.getOpenidIssuer, async () => describeProvider(address.url, await keys.list()));
  router.add(contract.rotateOpenidKeys, async ({ origin }) => {
    await keys.rotate(origin);
    return {};
  });
}

function addUserRoutes(router: Router, { apps }: Dependencies): void {
  router.add(contract.listLauncherApps, ({ actor }) => apps.listLauncher(actor.userId));
  router.add(contract.listAuthorizedApps, async ({ params }) =>
    (await apps.listAuthorized(params.username)).map((app) => presentAuthorizedApp(app, params.username)),
  );
  router.add(contract.removeAuthorizedApp, async ({ origin, params }) => {
    await apps.removeAuthorization(origin, params.username, params.id);
    return null;
  });
}

function addInteractionRoutes(router: Router, { interactions, verifyRequest }: Dependencies): void {
  router.addBare(interactionCalls.continueInteraction, async ({ params, cookies }) => {
    const location = await interactions.proceed({ uid: params.uid, cookies: cookies.header });
    return { status: 303, headers: { location } };
  });
  router.add(interactionCalls.getInteraction, ({ params, cookies }) =>
    interactions.describe({ uid: params.uid, cookies: cookies.header }),
  );
  router.add(interactionCalls.decideInteraction, async ({ origin, params, cookies, body }) => {
    const call = { uid: params.uid, cookies: cookies.header };
    return { location: await interactions.decide(origin, call, body) };
  });
  router.add(interactionCalls.verifyOpenidRequest, async ({ body }) => {
    await verifyRequest(body);
    return {};
  });
}
