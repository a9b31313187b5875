import type { ConnectRouter } from '@connectrpc/connect';
import type { Signer } from '../../platform/crypto/signer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { createFailureLimit } from '../../platform/grpc/failure-limit.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthKeysService } from '../auth-keys/index.ts';
import type { Feature } from '../feature.ts';
import { endYubikeyJobs } from './end-jobs.job.ts';
import { endOnAccessLoss } from './end-on-access-loss.ts';
import { createJobsService } from './jobs.service.ts';
import { createListenerAuthority, type ListenerAuthority } from './listener-certificate.ts';
import { createProvisionerTokens } from './provisioner-tokens.ts';
import { createProvisionersService } from './provisioners.service.ts';
import { yubikeyEvents } from './yubikeys.events.ts';
import { addProvisionerCalls } from './yubikeys.grpc.ts';
import { addYubikeyRoutes } from './yubikeys.routes.ts';
import { createYubikeysService } from './yubikeys.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly signer: Signer;
  readonly log: Log;
  readonly authKeys: Pick<AuthKeysService, 'parsePair' | 'addOfYubikey' | 'renameOfYubikey'>;
  /** `provisionerUrl` is filled in once the port is known; empty if core does not listen for provisioners. */
  readonly address: { readonly provisionerUrl: string };
}

/** What the listener for provisioners needs of the feature. */
export interface ProvisionerListenerParts {
  readonly addCalls: (router: ConnectRouter) => void;
  readonly onInvalidCall: (address: string) => void;
  readonly issueCertificate: ListenerAuthority['issue'];
}

/** YubiKeys of users, and the provisioners that create keys on them. */
export function createYubikeys(dependencies: Dependencies): {
  readonly feature: Feature;
  readonly listener: ProvisionerListenerParts;
} {
  const { db, events, clock, authKeys, address } = dependencies;
  const log = dependencies.log.child({ part: 'yubikeys' });
  const jobs = createJobsService({ db, events, clock });
  const tokens = createProvisionerTokens(dependencies);
  const provisioners = createProvisionersService({ db, events, clock, authKeys, jobs, tokens });
  const yubikeys = createYubikeysService({ db, events, authKeys });
  const authority = createListenerAuthority(dependencies);
  const failures = createFailureLimit(clock);
  endOnAccessLoss(events, jobs);
  const listener = async () =>
    address.provisionerUrl === '' ? undefined : { url: address.provisionerUrl, ca: await authority.certificate() };
  return {
    feature: {
      name: 'yubikeys',
      addRoutes: (router) => addYubikeyRoutes(router, { yubikeys, jobs, provisioners, tokens, listener, clock }),
      jobs: [endYubikeyJobs(jobs)],
      events: yubikeyEvents,
    },
    listener: {
      addCalls: (router) => addProvisionerCalls(router, { provisioners, tokens, failures, log }),
      onInvalidCall: failures.count,
      issueCertificate: authority.issue,
    },
  };
}
