import { done, type Outcome } from '../../features/admin-command.ts';
import {
  compareVersions,
  describeFeed,
  FeedError,
  readReleaseKeys,
  requireCurrent,
  toReleaseKeys,
  verifyFeed,
} from '../../features/updates/index.ts';
import { createSigningKeys } from '../../platform/crypto/signed-statement.ts';
import { releaseKeysOfBuild } from '../release-keys.ts';
import { version as ownVersion } from '../version.ts';
import { parseJson, readText, textOf, writeNew } from './option-values.ts';
import type { StandaloneCommand } from './standalone-command.ts';
import { readFeed, signGiven } from './updates-options.ts';

const keygen: StandaloneCommand = {
  name: 'updates keygen',
  parameters: ['private key file'],
  options: { name: { type: 'string', value: 'publisher' } },
  description: 'for those who ship a build: create the key pair of a release feed',
  async runStandalone({ values: [file = ''], options }) {
    const { kid, privateKey, publicKey } = await createSigningKeys();
    const entry = { name: textOf(options, 'name'), kid, public_key: publicKey };
    // refuses what a build would refuse
    readReleaseKeys([entry]);
    await writeNew(file, `${JSON.stringify(privateKey, null, 2)}\n`);
    return done('created', [
      `The private key is in ${file}. Store it where only the publisher can read it.`,
      'Add this to release-keys/keys.json before you build:',
      JSON.stringify(entry, null, 2),
      'Without a build, set it at each core:',
      `GATEWARDEN_UPDATES_KEYS=${publicKey}`,
    ]);
  },
};

const sign: StandaloneCommand = {
  name: 'updates sign',
  parameters: ['private key file'],
  options: {
    version: { type: 'string', value: 'version' },
    'release-date': { type: 'string', value: 'day', isOptional: true },
    'notes-url': { type: 'string', value: 'https url' },
    'update-url': { type: 'string', value: 'https url' },
    notes: { type: 'string', value: 'markdown file', isOptional: true },
    critical: { type: 'boolean' },
    'valid-days': { type: 'string', value: 'number', isOptional: true },
  },
  description: 'for those who ship a build: print the release feed with the newest release, valid for 90 days',
  async runStandalone({ values: [file = ''], options }) {
    const notesFile = textOf(options, 'notes');
    const feed = readFeed(options, {
      notes: notesFile === undefined ? '' : await readText(notesFile),
      now: new Date(),
    });
    return done('signed', [await signGiven(feed, await readText(file))]);
  },
};

const inspect: StandaloneCommand = {
  name: 'updates inspect',
  parameters: ['feed file'],
  options: { keys: { type: 'string', value: 'file', isOptional: true } },
  description: 'show what a release feed states, and whether this core accepts it',
  async runStandalone({ values: [file = ''], options }, { config }): Promise<Outcome> {
    const keysFile = textOf(options, 'keys');
    const configured = config.updatesKeys.length > 0 ? toReleaseKeys(config.updatesKeys) : releaseKeysOfBuild();
    const keys = keysFile === undefined ? configured : readReleaseKeys(parseJson(await readText(keysFile)));
    const text = await readText(file);
    const stated = describeFeed(text);
    const refusal = await findRefusal(async () => requireCurrent(await verifyFeed(text, keys), new Date()));
    const isNewer = stated !== undefined && (compareVersions(stated.release.version, ownVersion) ?? 0) > 0;
    const conclusion = isNewer ? 'offers an update' : `offers no update to ${ownVersion}`;
    return {
      lines: [
        ...(stated ? ['The feed states:', JSON.stringify(stated, null, 2)] : []),
        refusal === undefined ? `Core accepts it, and it ${conclusion}.` : `Core does not accept it: ${refusal}.`,
      ],
      summary: refusal ?? 'accepted',
      succeeded: refusal === undefined,
    };
  },
};

/** For those who ship a build; none of them opens the database. */
export const updatesCommands = [keygen, sign, inspect] as const;

async function findRefusal(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof FeedError) return error.message;
    throw error;
  }
}
