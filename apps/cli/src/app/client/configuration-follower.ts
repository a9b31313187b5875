import { isDeepStrictEqual } from 'node:util';
import { StopError } from '@gatewarden/link/stop-error';
import { Secret } from '@gatewarden/process/secret';
import type { PersonClient } from '../../edge/person-client.ts';
import type { Reply } from '../../edge/post-json.ts';
import type { Log } from '../../platform/log.ts';
import type { ClientStore } from '../../state-folder/client-store.ts';
import type { StoredClient, StoredLocation } from '../../state-folder/stored-client.ts';

export interface ConfigurationFollower {
  readonly client: StoredClient;
  /**
   * Asks for the present configuration and stores it. Returns how many requests failed since the last one that core
   * answered: 0 is the present configuration.
   * @throws StopError when core does not admit the device, or no longer has it: then its key is deleted
   */
  poll(): Promise<number>;
  /** Why the last request failed; empty if it did not. */
  readonly lastFailure: string;
  /** @throws StopError when the device may no longer use the location */
  location(id: number): StoredLocation;
}

/** Errors of core with which the device stays, and cannot connect at present. */
const suspensions = new Set(['user_disabled', 'device_suspended', 'module_disabled', 'user_not_found']);

export function createConfigurationFollower(
  start: StoredClient,
  { edge, store, log }: { readonly edge: PersonClient; readonly store: ClientStore; readonly log: Log },
): ConfigurationFollower {
  let client = start;
  let failures = 0;
  let lastFailure = '';

  function report(failure: string): number {
    if (failure !== lastFailure) {
      if (failure === '') log.info({}, 'core sends the configuration again');
      else log.warn({ reason: failure }, 'core sends no configuration; the tunnel retains its last one');
    }
    lastFailure = failure;
    failures = failure === '' ? 0 : failures + 1;
    return failures;
  }

  async function poll(): Promise<number> {
    const reply = await edge.poll(new Secret(client.pollToken));
    if (reply.kind === 'error' && reply.code === 'poll_token_invalid') {
      const stored = await store.read(client.instanceId);
      // another login of this machine replaced the token
      if (stored && stored.pollToken !== client.pollToken) {
        client = stored;
        return poll();
      }
      await store.remove(client.instanceId);
      throw new StopError('refused', revokedMessage(client));
    }
    if (reply.kind === 'error' && reply.status === 403 && suspensions.has(reply.code ?? '')) {
      throw new StopError('refused', `Core does not admit this device at present: ${reply.error}.`);
    }
    if (reply.kind !== 'answer') return report(failureOf(reply));
    const { answer } = reply;
    if (answer.instanceId !== client.instanceId) return report('the answer is of another instance');
    const changed = { ...client, ...answer };
    if (!isDeepStrictEqual(changed, client)) await store.save(changed);
    client = changed;
    return report('');
  }

  return {
    get client() {
      return client;
    },
    get lastFailure() {
      return lastFailure;
    },
    poll,
    location(id) {
      const location = client.locations.find((each) => each.id === id);
      if (location) return location;
      const name = start.locations.find((each) => each.id === id)?.tunnel.locationName ?? String(id);
      throw new StopError('refused', `This device may no longer use ${name}.`);
    },
  };
}

function failureOf(reply: Exclude<Reply<unknown>, { kind: 'answer' }>): string {
  if (reply.kind === 'error') return reply.error;
  return reply.kind === 'unreachable' ? reply.reason : 'the answer is not one of Gatewarden';
}

function revokedMessage({ deviceName, instanceName }: StoredClient): string {
  return (
    `${instanceName} no longer knows this machine as the device ${deviceName}: it was deleted, or has another key. ` +
    'The key was removed. To connect again, log in with a new link.'
  );
}
