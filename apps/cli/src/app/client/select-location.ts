import { StopError } from '@gatewarden/link/stop-error';
import type { StoredClient, StoredLocation } from '../../state-folder/stored-client.ts';

/** Names or numbers, as a person types them; undefined: there is only one. */
export interface Selection {
  readonly instance: string | undefined;
  readonly location: string | undefined;
}

interface Candidate {
  readonly client: StoredClient;
  readonly location: StoredLocation;
}

/** @throws StopError if not exactly one matches; its message lists them */
export function selectClient(clients: readonly StoredClient[], instance: string | undefined): StoredClient {
  const [client, ...others] = matchingClients(clients, instance);
  if (client && others.length === 0) return client;
  throw new StopError('usage', `Choose an instance: ${clients.map(describeClient).join(', ')}.`);
}

/** @throws StopError if not exactly one matches; its message lists them */
export function selectLocation(clients: readonly StoredClient[], { instance, location }: Selection): Candidate {
  const candidates = matchingClients(clients, instance).flatMap((client) =>
    client.locations.map((each) => ({ client, location: each })),
  );
  if (candidates.length === 0) throw new StopError('usage', 'This device has no location; ask an administrator.');
  const matching = candidates.filter((candidate) => matches(candidate.location, location));
  const [found, ...others] = matching;
  if (found && others.length === 0) return found;
  const offered = (found ? matching : candidates).map((each) => describeLocation(each, clients.length > 1)).join(', ');
  if (found) throw new StopError('usage', `Choose a location by its number, or an instance: ${offered}.`);
  throw new StopError('usage', `There is no location ${location}. Choose one of: ${offered}.`);
}

function matchingClients(clients: readonly StoredClient[], instance: string | undefined): StoredClient[] {
  if (clients.length === 0) {
    throw new StopError('usage', 'This machine is not logged in; use "gatewarden login" with a link of the console.');
  }
  const matching = clients.filter(
    ({ instanceId, instanceName }) =>
      instance === undefined || instanceId === instance || isSameName(instanceName, instance),
  );
  if (matching.length > 0) return matching;
  const offered = clients.map(describeClient).join(', ');
  throw new StopError('usage', `There is no instance ${instance}. Choose one of: ${offered}.`);
}

function matches({ id, tunnel }: StoredLocation, wanted: string | undefined): boolean {
  return wanted === undefined || String(id) === wanted || isSameName(tunnel.locationName, wanted);
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function describeClient({ instanceName, instanceId }: StoredClient): string {
  return `${instanceName} (${instanceId})`;
}

function describeLocation({ client, location }: Candidate, withInstance: boolean): string {
  const suffix = withInstance ? ` of ${client.instanceName}` : '';
  return `${location.id} ${location.tunnel.locationName}${suffix}`;
}
