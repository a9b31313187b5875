import { setTimeout as wait } from 'node:timers/promises';
import type { TlsCertificate } from '@gatewarden/listener/server-tls';
import type { AcmeConfig } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import { loadAcme } from './acme-client.ts';
import { type ChallengeKind, deleteChallenge, insertChallenge } from './server-certificate.queries.ts';

interface Dependencies {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly outbound: Pick<Outbound, 'send'>;
}

interface Order {
  readonly config: AcmeConfig;
  /** PEM of the authority that signed the certificate of the directory. */
  readonly directoryAuthority: string | undefined;
  /** DNS names. */
  readonly hosts: readonly string[];
  readonly challenge: ChallengeKind;
  /** Has this process answer with the stored proofs; other replicas do so when the database notifies them. */
  readonly serveProofs: () => Promise<void>;
}

interface Account {
  readonly directory: string;
  /** PEM */
  readonly key: string;
  readonly url: string;
}

/** Until other replicas answer with a new proof: the authority may ask any of them, and one failed proof ends the order. */
const announceMilliseconds = 1_000;

const accountSecret = { kind: 'acme-account', owner: 'instance' };

/**
 * Obtains a certificate for the hosts, each of which is proven with the challenge. Stores the account at the authority, and the
 * proofs while the authority needs them.
 * @throws Error with the answer of the authority; OutboundError
 */
export async function obtainCertificate(
  { db, secrets, clock, outbound }: Dependencies,
  { config, directoryAuthority, hosts, challenge, serveProofs }: Order,
): Promise<TlsCertificate> {
  const acme = await loadAcme(outbound, directoryAuthority);
  const stored = await readAccount(db, secrets, config.directory);
  const accountKey = stored?.key ?? (await acme.crypto.createPrivateEcdsaKey()).toString();
  const client = new acme.Client({
    ...{ directoryUrl: config.directory, accountKey },
    ...(stored && { accountUrl: stored.url }),
    ...(config.account && {
      externalAccountBinding: { kid: config.account.keyId, hmacKey: config.account.hmacKey.reveal() },
    }),
    ...{ backoffAttempts: 20, backoffMin: 500, backoffMax: 5_000 },
  });
  if (!stored) {
    await client.createAccount({
      termsOfServiceAgreed: true,
      ...(config.email !== undefined && { contact: [`mailto:${config.email}`] }),
    });
    const account: Account = { directory: config.directory, key: accountKey, url: client.getAccountUrl() };
    await inTransaction(db, (tx) => secrets.set(tx, accountSecret, JSON.stringify(account)));
  }
  const [first = ''] = hosts;
  const [key, csr] = await acme.crypto.createCsr(
    { commonName: first, altNames: [...hosts] },
    await acme.crypto.createPrivateEcdsaKey(),
  );
  const chain = await client.auto({
    csr,
    termsOfServiceAgreed: true,
    // the authority checks it, maybe by a way that core itself does not have
    skipChallengeVerification: true,
    challengePriority: [challenge],
    async challengeCreateFn(authorization, { type, token }, keyAuthorization) {
      if (type !== challenge) throw new Error(`The authority does not offer ${challenge}.`);
      const host = authorization.identifier.value.toLowerCase();
      await insertChallenge(db, { token, kind: challenge, host, keyAuthorization }, clock.now());
      await Promise.all([serveProofs(), wait(announceMilliseconds)]);
    },
    challengeRemoveFn: (_authorization, { token }) => deleteChallenge(db, token),
  });
  return { key: key.toString(), chain };
}

/** Undefined if there is none at this authority. */
async function readAccount(db: Database, secrets: Secrets, directory: string): Promise<Account | undefined> {
  const text = await secrets.get(db, accountSecret);
  const account = text === undefined ? undefined : (JSON.parse(text) as Account);
  return account?.directory === directory ? account : undefined;
}
