import { DomainError } from '@gatewarden/contract/errors';
import * as contract from '@gatewarden/contract/yubikeys';
import type { Router } from '../../platform/http/router.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobsService } from './jobs.service.ts';
import type { ListenerFacts } from './listener-certificate.ts';
import type { ProvisionerTokens } from './provisioner-tokens.ts';
import type { ProvisionersService } from './provisioners.service.ts';
import { describeFailedJob, presentJob, presentProvisioner } from './yubikeys.present.ts';
import type { YubikeysService } from './yubikeys.service.ts';

interface Services {
  readonly yubikeys: YubikeysService;
  readonly jobs: JobsService;
  readonly provisioners: ProvisionersService;
  readonly tokens: ProvisionerTokens;
  readonly listener: () => Promise<ListenerFacts | undefined>;
  readonly clock: Pick<Clock, 'now'>;
}

export function addYubikeyRoutes(router: Router, services: Services): void {
  const { yubikeys, jobs, provisioners, tokens, listener, clock } = services;
  router.add(contract.listYubikeys, async ({ params }) => await yubikeys.listOf(params.username));
  router.add(contract.renameYubikey, ({ origin, params, body }) => yubikeys.rename(origin, params, body.name));
  router.add(contract.deleteYubikey, async ({ actor, origin, params }) => {
    await yubikeys.remove(actor, origin, params);
    return {};
  });
  router.add(contract.addYubikey, async ({ actor, origin, params: { username }, body: { worker } }) => ({
    id: await jobs.start(actor, origin, { worker, username }),
  }));
  router.add(contract.startYubikeyJob, async ({ actor, origin, body }) => ({
    id: await jobs.start(actor, origin, body),
  }));
  router.add(contract.getYubikeyJobResult, async ({ actor, params }) => {
    const job = await jobs.find(actor, params.id);
    if (job?.failure) {
      const message = describeFailedJob(job.failure, job.detail);
      throw new DomainError('yubikey_job_failed', { reason: job.failure, message });
    }
    return job?.serial ? { success: true, serial: job.serial, error: '' } : null;
  });
  router.add(contract.getYubikeyJob, async ({ actor, params }) => {
    const job = await jobs.find(actor, params.id);
    if (!job) throw new DomainError('yubikey_job_not_found');
    return presentJob(job);
  });
  router.add(contract.cancelYubikeyJob, async ({ actor, origin, params }) => {
    await jobs.cancel(actor, origin, params.id);
    return {};
  });
  router.add(contract.listProvisioners, async () =>
    (await provisioners.list()).map((row) => presentProvisioner(row, clock.now())),
  );
  router.add(contract.getProvisionerListener, async () => {
    const facts = await listener();
    return facts ? { enabled: true, ...facts } : { enabled: false, url: '', ca: '' };
  });
  router.add(contract.getProvisionerToken, async ({ actor, origin }) => ({ token: await tokens.issue(origin, actor) }));
  router.add(contract.rotateProvisionerTokens, async ({ actor, origin }) => ({
    token: await tokens.rotate(origin, actor),
  }));
  router.add(contract.removeProvisioner, async ({ origin, params }) => {
    await provisioners.remove(origin, params.id);
    return null;
  });
}
