import { encodeJoinToken } from '@gatewarden/contract/join-token';
import { isLoopbackHost, parseEndpoint } from '@gatewarden/net/endpoint';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { SecretName } from '../../platform/secrets/secret-value.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Authority } from './authority.ts';
import type { ComponentScope } from './components.queries.ts';
import * as queries from './join-secrets.queries.ts';
import { hostAndPort, type Replicas } from './replicas.ts';

export interface ShownToken {
  /** A secret: it permits to join. */
  readonly token: string;
  /** Core's address for components. */
  readonly grpcUrl: string;
  /** Whether the address is a loopback address, which no other machine can reach. */
  readonly isLoopback: boolean;
}

/** Manages the secrets with which components join: one per kind and location. */
export interface JoinTokens {
  /** Returns the secret, created at the first call. @throws UnreadableSecretError */
  ensureSecret(tx: Tx, scope: ComponentScope): Promise<string>;
  /** Returns a new secret, which invalidates the previous one. Components that have joined are not affected. */
  replaceSecret(tx: Tx, scope: ComponentScope): Promise<string>;
  /** @param core `host:port` in place of the configured address */
  buildToken(secret: string, locationId: number | null, core: string | undefined): Promise<ShownToken>;
  /**
   * The token of a component that core connects to. It contains no address of core.
   * @param address `host:port` of the component
   */
  buildTokenOfListener(secret: string, address: string): Promise<string>;
}

interface Dependencies {
  readonly secrets: Secrets;
  readonly authority: Pick<Authority, 'fingerprint'>;
  readonly replicas: Pick<Replicas, 'addresses'>;
  /** `grpcUrl` is filled in once the port is known. */
  readonly address: { readonly grpcUrl: string };
}

export function createJoinTokens({ secrets, authority, replicas, address }: Dependencies): JoinTokens {
  async function replaceSecret(tx: Tx, scope: ComponentScope): Promise<string> {
    const secret = newToken();
    const id = await queries.setJoinSecret(tx, { ...scope, hash: hashToken(secret) });
    await secrets.set(tx, joinSecret(id), secret);
    return secret;
  }

  async function ensureSecret(tx: Tx, scope: ComponentScope): Promise<string> {
    const id = await queries.findJoinSecretId(tx, scope);
    if (id === undefined) return insertSecret(tx, scope);
    return (await secrets.get(tx, joinSecret(id))) ?? replaceSecret(tx, scope);
  }

  async function insertSecret(tx: Tx, scope: ComponentScope): Promise<string> {
    const secret = newToken();
    const id = await queries.insertJoinSecret(tx, { ...scope, hash: hashToken(secret) });
    // another transaction was first
    if (id === undefined) return ensureSecret(tx, scope);
    await secrets.set(tx, joinSecret(id), secret);
    return secret;
  }

  return {
    ensureSecret,
    replaceSecret,
    async buildToken(secret, locationId, given) {
      const ca = await authority.fingerprint();
      const core = given ?? hostAndPort(address.grpcUrl);
      const isLoopback = isLoopbackAddress(core);
      const cores = replicas.addresses().filter((each) => each !== core && (isLoopback || !isLoopbackAddress(each)));
      const token = encodeJoinToken({ core, cores, location: locationId ?? undefined, secret, ca });
      return { token, grpcUrl: given ? `https://${given}` : address.grpcUrl, isLoopback };
    },
    async buildTokenOfListener(secret, at) {
      return encodeJoinToken({ core: at, secret, ca: await authority.fingerprint() });
    },
  };
}

/**
 * Replaces all secrets after a restore, so that those that were replaced since the backup do not become valid again.
 */
export function replaceSecretsOnRestore(events: Events, tokens: Pick<JoinTokens, 'replaceSecret'>): void {
  events.on('instance.restored', async (tx) => {
    for (const { kind, location_id } of await queries.lockJoinSecrets(tx)) {
      await tokens.replaceSecret(tx, { kind, locationId: location_id });
    }
  });
}

function joinSecret(id: number): SecretName {
  return { kind: 'join-secret', owner: id };
}

/** @param core `host:port` */
function isLoopbackAddress(core: string): boolean {
  return isLoopbackHost(parseEndpoint(core, { zone: true })?.host ?? '');
}
