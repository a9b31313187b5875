import { encodeJoinToken } from '@gatewarden/contract/join-token';
import { isLoopbackHost, parseEndpoint } from '@gatewarden/net/endpoint';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Authority } from './authority.ts';
import type { ComponentScope } from './components.queries.ts';
import * as queries from './join-secrets.queries.ts';
import { hostAndPort, type Replicas } from './replicas.ts';

export interface ShownToken {
  /** A secret: whoever has it may join. */
  readonly token: string;
  /** Where components reach core. */
  readonly grpcUrl: string;
  /** The address is one of core's own machine, where no other machine reaches it. */
  readonly isLoopback: boolean;
}

/** Secrets with which components join, one per kind and location. */
export interface JoinTokens {
  /** The secret of the location, made at the first call. @throws Error when it was encrypted with another instance key */
  ensureSecret(tx: Tx, membership: ComponentScope): Promise<string>;
  /** From now on components join with the returned secret alone; those that have joined stay. */
  replaceSecret(tx: Tx, membership: ComponentScope): Promise<string>;
  /** @param core `host:port` in place of the configured address */
  buildToken(secret: string, locationId: number | null, core: string | undefined): Promise<ShownToken>;
}

interface Dependencies {
  readonly cipher: Cipher;
  readonly authority: Pick<Authority, 'fingerprint'>;
  readonly replicas: Pick<Replicas, 'addresses'>;
  /** `grpcUrl` is filled in once the port is known. */
  readonly address: { readonly grpcUrl: string };
}

export function createJoinTokens({ cipher, authority, replicas, address }: Dependencies): JoinTokens {
  function newSecret(membership: ComponentScope) {
    const secret = newToken();
    return {
      text: secret,
      row: { ...membership, hash: hashToken(secret), secret: cipher.encrypt(secret, contextOf(membership)) },
    };
  }

  async function ensureSecret(tx: Tx, membership: ComponentScope): Promise<string> {
    const found = await queries.findJoinSecret(tx, membership);
    if (found) return cipher.decrypt(found.secret, contextOf(membership));
    await queries.insertJoinSecret(tx, newSecret(membership).row);
    return ensureSecret(tx, membership);
  }

  return {
    ensureSecret,
    async replaceSecret(tx, membership) {
      const { text, row } = newSecret(membership);
      await queries.setJoinSecret(tx, row);
      return text;
    },
    async buildToken(secret, locationId, given) {
      const ca = await authority.fingerprint();
      const core = given ?? hostAndPort(address.grpcUrl);
      const isLoopback = isLoopbackAddress(core);
      const cores = replicas.addresses().filter((each) => each !== core && (isLoopback || !isLoopbackAddress(each)));
      const token = encodeJoinToken({ core, cores, location: locationId ?? undefined, secret, ca });
      return { token, grpcUrl: given ? `https://${given}` : address.grpcUrl, isLoopback };
    },
  };
}

/** After a restore, join secrets that were replaced since the backup are not valid. */
export function replaceSecretsOnRestore(events: Events, tokens: Pick<JoinTokens, 'replaceSecret'>): void {
  events.on('instance.restored', async (tx) => {
    for (const { kind, location_id } of await queries.lockJoinSecrets(tx)) {
      await tokens.replaceSecret(tx, { kind, locationId: location_id });
    }
  });
}

/** Part of the encryption: secrets of existing installations were encrypted when they belonged to the state of a location. */
function contextOf({ kind, locationId }: ComponentScope): string {
  return `location_state.join_secret:${locationId ?? kind}`;
}

/** @param core `host:port` */
function isLoopbackAddress(core: string): boolean {
  return isLoopbackHost(parseEndpoint(core, { zone: true })?.host ?? '');
}
