import { randomBytes } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import type { CreationOptions, Registration } from '@gatewarden/contract/security-keys';
import { fullName } from '@gatewarden/net/full-name';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailService } from '../mail/index.ts';
import type { UserRow } from '../users/index.ts';
import type { NewRecoveryCodes } from './factors.ts';
import { ensureFactorsRow, findFactors } from './mfa.queries.ts';
import { ensurePasskeyHandle } from './security-keys.queries.ts';
import { storeNewKey } from './store-new-key.ts';
import * as webauthn from './webauthn.ts';

/** How long the browser waits for the authenticator. */
const challengeMinutes = 5;
const challengeBytes = 32;

/** What the caller stores until the browser answers. */
interface PasskeyOffer {
  readonly options: CreationOptions;
  readonly challenge: Buffer;
  readonly expiresAt: Date;
}

/** The first credential of a person who enrols. The caller stores the challenge, and has locked the user. */
export interface FirstPasskeys {
  /** @throws second_factor_exists: another person may have set it up, and a passkey would make it unnecessary */
  offer(tx: Tx, user: UserRow, instanceName: string): Promise<PasskeyOffer>;
  /** `page` is the origin at which the passkey was created. @throws security_key_refused */
  read(response: Registration, challenge: Buffer, page: string): Promise<webauthn.NewKey>;
  /** @throws second_factor_exists, security_key_taken */
  add(
    tx: Tx,
    origin: Origin,
    added: { readonly user: UserRow; readonly key: webauthn.NewKey; readonly name: string },
  ): Promise<NewRecoveryCodes>;
}

interface Dependencies {
  readonly events: Events;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'sendAccountMail'>;
  /** The address of the console. */
  readonly address: { readonly url: string };
}

export function createFirstPasskeys(dependencies: Dependencies): FirstPasskeys {
  const { clock, address } = dependencies;
  const party = () => webauthn.relyingPartyOf(address.url);

  async function requireNoFactor(tx: Tx, { id }: UserRow): Promise<void> {
    await ensureFactorsRow(tx, id);
    if ((await findFactors(tx, id)).isEnabled) throw new DomainError('second_factor_exists');
  }

  return {
    async offer(tx, user, instanceName) {
      await requireNoFactor(tx, user);
      const handle = await ensurePasskeyHandle(tx, user.id, randomBytes(challengeBytes));
      const challenge = randomBytes(challengeBytes);
      const options = webauthn.creationOptions({
        party: party(),
        name: instanceName,
        user: { handle, username: user.username, displayName: fullName(user) },
        challenge,
        known: [],
        // a key that signs in only after a password would lock the user out
        residentKey: 'required',
      });
      return { options, challenge, expiresAt: new Date(clock.now().getTime() + challengeMinutes * 60_000) };
    },
    async read(response, challenge, page) {
      const key = await webauthn.readNewKey(response, challenge, { ...party(), origin: page });
      // browsers that report nothing have complied with `required`
      if (!key || response.clientExtensionResults?.credProps?.rk === false)
        throw new DomainError('security_key_refused');
      return { ...key, is_passkey: true };
    },
    async add(tx, origin, added) {
      await requireNoFactor(tx, added.user);
      return storeNewKey(tx, dependencies, origin, added);
    },
  };
}
