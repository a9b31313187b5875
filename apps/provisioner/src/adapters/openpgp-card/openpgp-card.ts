import { randomInt } from 'node:crypto';
import { type Answers, runGpg } from '../../platform/gpg/run-gpg.ts';
import { createKeys, userIdOf } from '../../platform/gpg/temporary-keys.ts';
import { type Card, CardError } from '../../ports/card.ts';
import { readCardStatus } from './card-status.ts';

/** PINs of a card after a reset (OpenPGP card specification §4.2). */
const resetPins = { user: '123456', admin: '12345678' } as const;
const pinDigits = { user: 6, admin: 8 } as const;
/** YubiKeys have Curve25519 since firmware 5.2.3, whose application has this version. */
const curveVersion = 3.4;

/**
 * The OpenPGP application of the card in the reader, through `gpg` and `scdaemon`. The keys are created in memory and moved
 * to the card, as keys of 4096 bits take minutes on a card; their copies are deleted.
 */
export function createOpenpgpCard(): Card {
  return {
    async provision(person, signal) {
      try {
        // a folder of its own: the scdaemon of another user may hold the reader
        await using probe = await createKeys('Probe <probe@localhost>', 'curve25519', signal);
        const status = readCardStatus(await runGpg(['--with-colons', '--card-status'], { home: probe.home, signal }));
        const algorithm = status.version >= curveVersion ? 'curve25519' : 'rsa4096';
        await using keys = await createKeys(userIdOf(person), algorithm, signal);
        const run = (args: readonly string[], answers: Answers) => runGpg(args, { home: keys.home, signal, answers });
        await run(['--card-edit'], resetAnswers);
        await run(['--edit-key', '--', keys.fingerprint], moveAnswers);
        const pins = { user: randomPin(pinDigits.user), admin: randomPin(pinDigits.admin) };
        await run(['--card-edit'], passwordAnswers(pins));
        const { publicKey, sshKey } = keys;
        return { serial: status.serial, publicKey, sshKey, pins };
      } catch (cause) {
        if (cause instanceof CardError) throw cause;
        throw new CardError(`The card could not be provisioned: ${(cause as Error).message}`, { cause });
      }
    },
  };
}

const resetAnswers: Answers = {
  'cardedit.prompt': ['admin', 'factory-reset', 'quit'],
  'cardedit.factory-reset.proceed': ['y'],
  'cardedit.factory-reset.really': ['yes'],
};

/** The primary key signs; the second part encrypts, the third authenticates. */
const moveAnswers: Answers = {
  'keyedit.prompt': ['keytocard', 'key 1', 'keytocard', 'key 1', 'key 2', 'keytocard', 'save'],
  'keyedit.keytocard.use_primary': ['y'],
  'cardedit.genkeys.storekeytype': ['1', '2', '3'],
  'passphrase.enter': Array.from({ length: 6 }, () => resetPins.admin),
};

function passwordAnswers(pins: { readonly user: string; readonly admin: string }): Answers {
  return {
    'cardedit.prompt': ['admin', 'passwd', 'quit'],
    // 3: admin PIN, 1: PIN, Q: back
    'cardutil.change_pin.menu': ['3', '1', 'Q'],
    'passphrase.enter': [resetPins.admin, pins.admin, pins.admin, resetPins.user, pins.user, pins.user],
  };
}

function randomPin(digits: number): string {
  return Array.from({ length: digits }, () => randomInt(10)).join('');
}
