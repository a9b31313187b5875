import type { ServerTls, TlsCertificate } from '@gatewarden/listener/server-tls';
import { makeChallengeCertificate } from '../../platform/crypto/certificates.ts';
import { classifyDatabaseError } from '../../platform/database/classify-database-error.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Challenge, listChallenges } from './server-certificate.queries.ts';

/** What answers an authority that checks our host names, on every replica. */
export interface Challenges {
  /** Reads them again, as after a notification. */
  refresh(): Promise<void>;
  /** The content for the token of an HTTP-01 challenge; undefined for an unknown one. */
  find(token: string): Promise<string | undefined>;
}

interface Dependencies {
  readonly db: Database;
  readonly tls: Pick<ServerTls, 'setChallenges'>;
  readonly log: Log;
}

/** RFC 8555 §8.3: base64url. */
const tokenShape = /^[A-Za-z0-9_-]{1,128}$/;

export function createChallenges({ db, tls, log }: Dependencies): Challenges {
  let known: readonly Challenge[] = [];
  let refreshing: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    try {
      known = await listChallenges(db);
      const certificates = new Map<string, TlsCertificate>();
      for (const { kind, host, keyAuthorization } of known) {
        if (kind === 'tls-alpn-01') certificates.set(host, await makeChallengeCertificate(host, keyAuthorization));
      }
      tls.setChallenges(certificates);
    } catch (error) {
      // that the database is unavailable is reported once, by the part that watches it
      if (!classifyDatabaseError(error))
        log.warn({ err: error }, 'the proofs of host names could not be read; retrying');
    }
  }

  return {
    refresh() {
      refreshing = refreshing.then(read);
      return refreshing;
    },
    async find(token) {
      if (!tokenShape.test(token)) return undefined;
      // one that was announced is being read
      await refreshing;
      return known.find((each) => each.kind === 'http-01' && each.token === token)?.keyAuthorization;
    },
  };
}
