import { setTimeout } from 'node:timers/promises';
import type { CloudAccount, CloudDirectories, CloudScope } from '../../ports/cloud-directory.ts';
import { type Directory, DirectoryFailure } from '../../ports/directory.ts';
import type { Connection } from './connection.ts';
import { openGoogle } from './google.ts';
import type { DirectoryHosts } from './hosts.ts';
import { openJumpcloud } from './jumpcloud.ts';
import { openMicrosoft } from './microsoft.ts';
import { openOkta } from './okta.ts';

interface Dependencies extends Partial<Connection> {
  readonly outbound: Connection['outbound'];
  readonly hosts: DirectoryHosts;
}

/** Until an administrator who tests the settings gets an answer. */
const testMilliseconds = 20_000;

/** Directories of Google Workspace, Microsoft Entra, Okta and JumpCloud. */
export function createCloudDirectories({ outbound, hosts, ...others }: Dependencies): CloudDirectories {
  const wait = async (milliseconds: number, signal: AbortSignal) => setTimeout(milliseconds, undefined, { signal });
  const connection: Connection = { outbound, wait, now: () => new Date(), ...others };

  function open(account: CloudAccount, scope: CloudScope): Directory {
    switch (account.kind) {
      case 'google':
        return openGoogle(account, scope, hosts.google, connection);
      case 'microsoft':
        return openMicrosoft(account, scope, hosts.microsoft, connection);
      case 'okta':
        return openOkta(account, scope, hosts.okta, connection);
      case 'jumpcloud':
        return openJumpcloud(account, scope, hosts.jumpcloud, connection);
    }
  }

  return {
    open,
    async test(account) {
      const directory = open(account, { groupNames: [], readsGroups: true });
      const signal = AbortSignal.timeout(testMilliseconds);
      try {
        await readFirst(directory.readUsers(signal));
        await readFirst(directory.readGroups(signal));
      } catch (error) {
        if (signal.aborted) throw new DirectoryFailure('timeout', `no answer in ${testMilliseconds} ms`);
        throw error;
      } finally {
        await directory.close();
      }
    },
  };
}

async function readFirst(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pages) return;
}
