import * as contract from '@gatewarden/contract/settings';
import type { Router } from '../../platform/http/router.ts';
import { withDefaultLogos } from './default-logos.ts';
import type { Logos } from './logos/logos.service.ts';
import type { SettingsService } from './settings.service.ts';

interface Services {
  readonly settings: SettingsService;
  readonly logos: Logos;
  /** Where people and clients reach the edge; empty if core does not listen for them. */
  readonly edgeUrl: () => string;
}

export function addSettingsRoutes(router: Router, { settings, logos, edgeUrl }: Services): void {
  router.add(contract.getSettings, async () => withDefaultLogos(await settings.get()));
  router.add(contract.patchSettings, async ({ actor, origin, body }) => {
    await settings.patch(actor, origin, body);
    return null;
  });
  router.add(contract.putSettings, async ({ actor, origin, body }) => {
    await settings.replace(actor, origin, body);
    return null;
  });
  router.add(contract.restoreBranding, async ({ actor, origin }) => {
    await settings.restoreBranding(actor, origin);
    return withDefaultLogos(await settings.get());
  });
  router.add(contract.uploadLogo, ({ origin, body }) =>
    logos.upload(origin, body.kind, Buffer.from(body.data, 'base64')),
  );
  router.addImage(contract.getLogo, ({ params }) => logos.get(params.hash));
  // selected here and not by the serializer: callers without a session may read them
  router.add(contract.getEssentials, async () =>
    contract.SettingsEssentials.parse({
      ...withDefaultLogos(await settings.get()),
      password_reset_url: edgeUrl() === '' ? null : `${edgeUrl()}/password-reset`,
    }),
  );
}
