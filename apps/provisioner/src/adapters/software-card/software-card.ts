import { randomInt } from 'node:crypto';
import { createKeys, type KeyAlgorithm, userIdOf } from '../../platform/gpg/temporary-keys.ts';
import { type Card, CardError } from '../../ports/card.ts';

/**
 * A card that exists only as its keys: for trials and tests. The keys are real; the private ones are deleted immediately, so
 * nothing can use them.
 */
export function createSoftwareCard(algorithm: KeyAlgorithm): Card {
  return {
    async provision(person, signal) {
      try {
        await using keys = await createKeys(userIdOf(person), algorithm, signal);
        const { publicKey, sshKey } = keys;
        return { serial: String(randomInt(10_000_000, 100_000_000)), publicKey, sshKey, pins: undefined };
      } catch (cause) {
        throw new CardError(`The keys could not be created: ${(cause as Error).message}`, { cause });
      }
    },
  };
}
