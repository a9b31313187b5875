import { X509Certificate } from 'node:crypto';
import type { ServerTls, TlsCertificate } from '@gatewarden/listener/server-tls';
import { z } from 'zod';
import { bySystem } from '../../platform/actor.ts';
import type { Config } from '../../platform/config/config.ts';
import { makeSelfSigned } from '../../platform/crypto/certificates.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { printable } from '../../platform/printable.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { readAuthorityFile } from '../../platform/tls/certificate-files.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AttentionFacts, Feature } from '../feature.ts';
import { createChallenges } from './challenges.ts';
import { obtainCertificate } from './obtain-certificate.ts';
import { isDue, nextAttempt, requireUsable } from './renewal.ts';
import { serverCertificateEvents } from './server-certificate.events.ts';
import {
  type ChallengeKind,
  challengeChannel,
  claimAttempt,
  findState,
  recordFailure,
  recordSuccess,
} from './server-certificate.queries.ts';

interface Dependencies {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly events: Events;
  readonly notifications: Notifications;
  readonly jobs: Pick<Jobs, 'runSoon'>;
  readonly outbound: Pick<Outbound, 'send'>;
  readonly config: Pick<Config, 'tls' | 'url' | 'edgeUrl' | 'redirectPort'>;
  /** Undefined if core does not terminate TLS. */
  readonly tls: ServerTls | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

const certificateSecret = { kind: 'server-certificate', owner: 'instance' };
const jobName = 'server-certificate.renew';
/** In which a certificate is obtained, after which another replica may try. */
const attemptMilliseconds = 10 * 60_000;
const maxErrorLength = 1_000;
/** Certificates that are not renewed automatically are announced so early. */
const warningMilliseconds = 14 * 24 * 3_600_000;

/** The certificate of the https address: obtained with ACME if configured, and its expiry in any case. */
export function createServerCertificate(dependencies: Dependencies) {
  const { db, secrets, events, notifications, clock, config, tls } = dependencies;
  const log = dependencies.log.child({ part: 'certificate' });
  const acme = config.tls?.kind === 'acme' ? config.tls : undefined;
  const hosts = hostsOf(config);
  const challenges = tls && createChallenges({ db, tls, log });
  let directoryAuthority: string | undefined;

  async function readStored(): Promise<TlsCertificate | undefined> {
    const text = await secrets.get(db, certificateSecret);
    return text === undefined ? undefined : (JSON.parse(text) as TlsCertificate);
  }

  /** Uses the stored certificate, which another replica may have obtained. False if there is none that can be used. */
  async function useStored(): Promise<boolean> {
    try {
      const stored = await readStored();
      if (stored) tls?.use(stored);
      return stored !== undefined;
    } catch (error) {
      log.warn({ err: error }, 'the certificate could not be read');
      return false;
    }
  }

  async function renew(): Promise<void> {
    if (!acme || !challenges) return;
    const now = clock.now();
    if (!isDue(await readStored(), hosts, now)) return;
    if (!(await claimAttempt(db, now, new Date(now.getTime() + attemptMilliseconds)))) return;
    const { failures } = await findState(db);
    try {
      const challenge = chooseChallenge(config.redirectPort !== undefined, failures);
      const serveProofs = challenges.refresh;
      const order = { config: acme, directoryAuthority, hosts, challenge, serveProofs };
      const obtained = await obtainCertificate(dependencies, order);
      requireUsable(obtained, hosts, now);
      const expiresAt = new X509Certificate(obtained.chain).validToDate;
      await inTransaction(db, async (tx) => {
        await secrets.set(tx, certificateSecret, JSON.stringify(obtained));
        await recordSuccess(tx);
        await events.publish(tx, 'server-certificate.renewed', bySystem, { hosts, expiresAt });
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const reason = printable(message.slice(0, maxErrorLength));
      log.warn({ reason, hosts }, 'no certificate could be obtained; retrying');
      await inTransaction(db, async (tx) => {
        const nextAttemptAt = nextAttempt(clock.now(), failures);
        const isFirst = await recordFailure(tx, { error: reason, now: clock.now(), nextAttemptAt });
        if (isFirst) await events.publish(tx, 'server-certificate.failed', bySystem, { hosts, reason });
      });
    }
  }

  const job = defineJob({
    name: jobName,
    input: z.object({}),
    schedule: '*/5 * * * *',
    retry: { attempts: 0, firstDelaySeconds: 60 },
    timeoutSeconds: attemptMilliseconds / 1000,
    run: renew,
  });

  async function findExpiring(): Promise<AttentionFacts[]> {
    const expiresAt = tls?.expiresAt();
    if (!expiresAt) return [];
    const { failingSince, error } = await findState(db);
    const isSoon = expiresAt.getTime() - clock.now().getTime() <= warningMilliseconds;
    if (acme ? failingSince === null : !isSoon) return [];
    const since = acme ? failingSince : new Date(expiresAt.getTime() - warningMilliseconds);
    const details = { expires_at: toNaive(expiresAt), ...(acme && error !== null && { error }) };
    return [{ severity: isSoon ? 'danger' : 'warning', since, details }];
  }

  if (acme && challenges) {
    notifications.listen(challengeChannel, () => void challenges.refresh());
    notifications.onReconnect(() => {
      void challenges.refresh();
      void useStored();
    });
    events.onCommitted(({ type }) => {
      if (type === 'server-certificate.renewed') void useStored();
    });
  }

  const feature: Feature = {
    name: 'server-certificate',
    jobs: [job],
    events: serverCertificateEvents,
    attention: { server_certificate_expires: findExpiring },
    metrics: [
      {
        name: 'gatewarden_server_certificate_expiry_timestamp_seconds',
        help: 'When the certificate of the https address expires; absent if core does not terminate TLS.',
        type: 'gauge',
        read: async () => {
          const expiresAt = tls?.expiresAt();
          return expiresAt ? [{ value: expiresAt.getTime() / 1000 }] : [];
        },
      },
    ],
    async start() {
      if (!acme || !tls) return;
      directoryAuthority = acme.caFile === undefined ? undefined : await readAuthorityFile(acme.caFile);
      // so that core can listen, and prove its host names to the authority
      if (!(await useStored())) tls.use(await makeSelfSigned(hosts));
      await challenges?.refresh();
    },
    async serve() {
      if (acme) await dependencies.jobs.runSoon(jobName);
      return undefined;
    },
  };
  return {
    feature,
    findChallenge: async (token: string) => challenges?.find(token),
    /** Undefined if core does not terminate TLS. */
    async describe() {
      const expiresAt = tls?.expiresAt();
      if (!expiresAt) return undefined;
      const isFailing = acme !== undefined && (await findState(db)).failingSince !== null;
      return { expiresAt, renewal: acme ? (isFailing ? 'failing' : 'automatic') : 'none' } as const;
    },
  };
}

/** The host names in the certificate, without repetition. */
function hostsOf({ url, edgeUrl }: Pick<Config, 'url' | 'edgeUrl'>): string[] {
  const names = [url, edgeUrl].filter((each) => each !== undefined).map((each) => new URL(each).hostname);
  return [...new Set(names)];
}

/** Alternates after failures, because a firewall may close one of the two ports. */
function chooseChallenge(hasRedirect: boolean, failures: number): ChallengeKind {
  return hasRedirect && failures % 2 === 0 ? 'http-01' : 'tls-alpn-01';
}
