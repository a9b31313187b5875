import { generateKeyPair, type JsonWebKey, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningAlgorithm } from '@gatewarden/contract/openid-apps';
import { bySystem, type Origin } from '../../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Events } from '../../../platform/events/events.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import type { Clock } from '../../../ports/clock.ts';
import '../openid-apps.events.ts';
import * as queries from './signing-keys.queries.ts';

const signingAlgorithms = ['RS256', 'ES256', 'EdDSA'] as const satisfies readonly SigningAlgorithm[];

/** How long a key signs. */
const rotationDays = 90;
/** Longer than any ID token is valid; applications that verify later get the keys again. */
const formerDays = 8;
const dayMilliseconds = 86_400_000;

/** A private key in the format of the library, with `kid`, `alg` and `use`. */
export type PrivateJwk = JsonWebKey & { readonly kid: string; readonly alg: string; readonly use: 'sig' };

export interface SigningKeys {
  /** Creates what is missing: for each algorithm, a key that signs and the next one. Safe to repeat. */
  prepare(): Promise<void>;
  /** The keys that sign first, then the next ones, then those that only verify. */
  load(): Promise<PrivateJwk[]>;
  list(): Promise<queries.SigningKeyRow[]>;
  /** The next keys, which applications have already loaded, sign from now on; new next keys are published. */
  rotate(origin: Origin): Promise<void>;
  /**
   * Rotates keys that have signed for 90 days and deletes those that have only verified for 8. Other processes are
   * notified of both. Safe to repeat.
   */
  rotateIfDue(): Promise<void>;
}

/** When the state of a key changes by itself; null for the next key. */
export function endOfKey({ state, current_at, former_at }: queries.SigningKeyRow): Date | null {
  if (state === 'current' && current_at) return new Date(current_at.getTime() + rotationDays * dayMilliseconds);
  return former_at && new Date(former_at.getTime() + formerDays * dayMilliseconds);
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

const privateKeyOf = (id: number) => ({ kind: 'signing-key', owner: id });

export function createSigningKeys({ db, events, secrets, clock }: Dependencies): SigningKeys {
  async function add(tx: Tx, algorithm: SigningAlgorithm, state: 'next' | 'current'): Promise<string> {
    const { publicKey, privateKey } = await generate(algorithm);
    const kid = randomBytes(12).toString('hex');
    const now = clock.now();
    const id = await queries.insertKey(tx, {
      kid,
      algorithm,
      state,
      public_key: JSON.stringify(publicKey.export({ format: 'jwk' })),
      created_at: now,
      current_at: state === 'current' ? now : null,
    });
    await secrets.set(tx, privateKeyOf(id), JSON.stringify(privateKey.export({ format: 'jwk' })));
    return kid;
  }

  async function addMissing(tx: Tx): Promise<void> {
    const keys = await queries.listKeys(tx);
    for (const algorithm of signingAlgorithms) {
      for (const state of ['current', 'next'] as const) {
        if (!keys.some((key) => key.algorithm === algorithm && key.state === state)) await add(tx, algorithm, state);
      }
    }
  }

  async function rotateIn(tx: Tx, origin: Origin): Promise<void> {
    await queries.retireCurrentKeys(tx, clock.now());
    await queries.activateNextKeys(tx, clock.now());
    await addMissing(tx);
    const current = (await queries.listKeys(tx)).filter(({ state }) => state === 'current');
    await events.publish(tx, 'openid-keys.rotated', origin, { kids: current.map(({ kid }) => kid) });
  }

  return {
    async prepare() {
      if (isComplete(await queries.listKeys(db))) return;
      await inTransaction(db, async (tx) => {
        await queries.lockKeys(tx);
        await addMissing(tx);
      });
    },
    async load() {
      const keys: PrivateJwk[] = [];
      for (const { id, kid, algorithm } of await queries.listKeys(db)) {
        const text = await secrets.get(db, privateKeyOf(id));
        if (text) keys.push({ ...(JSON.parse(text) as JsonWebKey), kid, alg: algorithm, use: 'sig' });
      }
      return keys;
    },
    list: () => queries.listKeys(db),
    rotate: (origin) =>
      inTransaction(db, async (tx) => {
        await queries.lockKeys(tx);
        await rotateIn(tx, origin);
      }),
    rotateIfDue: () =>
      inTransaction(db, async (tx) => {
        await queries.lockKeys(tx);
        const now = clock.now();
        const deleted = await queries.deleteFormerKeys(tx, new Date(now.getTime() - formerDays * dayMilliseconds));
        if (deleted > 0) await events.broadcast(tx, 'openid-keys.expired', {});
        const keys = await queries.listKeys(tx);
        const isDue = keys.some((key) => key.state === 'current' && (endOfKey(key) ?? now) <= now);
        if (isDue) await rotateIn(tx, bySystem);
      }),
  };
}

function isComplete(keys: readonly queries.SigningKeyRow[]): boolean {
  return signingAlgorithms.every((algorithm) =>
    ['current', 'next'].every((state) => keys.some((key) => key.algorithm === algorithm && key.state === state)),
  );
}

const generateKeys = promisify(generateKeyPair) as (
  type: string,
  options: object,
) => Promise<{ publicKey: KeyObject; privateKey: KeyObject }>;

/** In a thread of the library pool, not on the event loop. */
function generate(algorithm: SigningAlgorithm): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  if (algorithm === 'RS256') return generateKeys('rsa', { modulusLength: 2048 });
  if (algorithm === 'ES256') return generateKeys('ec', { namedCurve: 'P-256' });
  return generateKeys('ed25519', {});
}
