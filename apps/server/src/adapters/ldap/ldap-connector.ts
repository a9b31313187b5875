import type { Clock } from '../../ports/clock.ts';
import type { Directory } from '../../ports/directory.ts';
import type { LdapConnector, LdapSchema } from '../../ports/ldap-directory.ts';
import type { LdapTimes } from './ldap-connection.ts';

interface Options {
  /** For accounts that expire. */
  readonly clock: Clock;
  /** For reads of everything. */
  readonly readTimes?: LdapTimes;
  /** For what a person waits for. */
  readonly signInTimes?: LdapTimes;
  /** For each change. */
  readonly writeTimes?: LdapTimes;
}

/** LDAP (RFC 4511) with `ldapts`, which is loaded on first use. Referrals are never followed. */
export function createLdapConnector({
  clock,
  readTimes = { connect: 5_000, answer: 60_000 },
  signInTimes = { connect: 3_000, answer: 5_000 },
  writeTimes = { connect: 5_000, answer: 15_000 },
}: Options): LdapConnector {
  return {
    open(server, schema) {
      const loaded = import('./ldap-directory.ts').then((it) =>
        it.createLdapDirectory(server, schema, { times: readTimes, clock }),
      );
      loaded.catch(() => undefined);
      return defer(loaded);
    },
    async test(server, schema) {
      const { openBound } = await import('./ldap-directory.ts');
      const connection = await openBound(server, signInTimes);
      try {
        for (const base of basesOf(schema)) await connection.search(base, { scope: 'base', attributes: ['1.1'] });
      } finally {
        await connection.close();
      }
    },
    async openWriter(server, schema) {
      const { openLdapWriter } = await import('./ldap-writer.ts');
      return openLdapWriter(server, schema, writeTimes);
    },
    async verifyPassword(server, schema, credentials) {
      const { verifyPassword } = await import('./verify-password.ts');
      return verifyPassword(server, schema, credentials, signInTimes);
    },
  };
}

function basesOf({ userBase, groupBase }: LdapSchema): string[] {
  return [String(userBase), ...(groupBase ? [String(groupBase)] : [])];
}

function defer(loaded: Promise<Directory>): Directory {
  return {
    async *readUsers(signal) {
      yield* (await loaded).readUsers(signal);
    },
    async *readGroups(signal) {
      yield* (await loaded).readGroups(signal);
    },
    close: async () => (await loaded).close(),
  };
}
