import { errorMessage } from '@gatewarden/contract/error-messages';
import { DomainError } from '@gatewarden/contract/errors';
import { done, type Outcome } from '../../features/admin-command.ts';
import { describeKey, issueKey, readIssuers, verifyKey } from '../../features/licence/index.ts';
import { createSigningKeys } from '../../platform/crypto/signed-statement.ts';
import { issuersOfBuild } from '../issuers.ts';
import { readLicence } from './licence-options.ts';
import { parseJson, readText, textOf, writeNew } from './option-values.ts';
import type { StandaloneCommand } from './standalone-command.ts';

const keygen: StandaloneCommand = {
  name: 'licence keygen',
  parameters: ['private key file'],
  options: {
    name: { type: 'string', value: 'issuer' },
    'renewal-url': { type: 'string', value: 'url', isOptional: true },
  },
  description: 'for those who ship a build: create the key pair of an issuer of licenses',
  async runStandalone({ values: [file = ''], options }) {
    const { kid, privateKey, publicKey } = await createSigningKeys();
    const url = textOf(options, 'renewal-url');
    const entry = { name: textOf(options, 'name'), kid, public_key: publicKey, ...(url && { renewal_url: url }) };
    // refuses what a build would refuse
    readIssuers([entry]);
    await writeNew(file, `${JSON.stringify(privateKey, null, 2)}\n`);
    return done('created', [
      `The private key is in ${file}. Store it where only the issuer can read it.`,
      'Add this to licence/issuers.json before you build:',
      JSON.stringify(entry, null, 2),
    ]);
  },
};

const issue: StandaloneCommand = {
  name: 'licence issue',
  parameters: ['private key file'],
  options: {
    customer: { type: 'string', value: 'name' },
    type: { type: 'string', value: 'subscription|offline' },
    'valid-until': { type: 'string', value: 'time', isOptional: true },
    users: { type: 'string', value: 'number', isOptional: true },
    devices: { type: 'string', value: 'number', isOptional: true },
    locations: { type: 'string', value: 'number', isOptional: true },
    'network-devices': { type: 'string', value: 'number', isOptional: true },
    entitlements: { type: 'string', value: 'names', isOptional: true },
    id: { type: 'string', value: 'lic_id', isOptional: true },
  },
  description: 'for those who ship a build: print a license key; without limits, all are unlimited',
  async runStandalone({ values: [file = ''], options }) {
    const licence = readLicence(options);
    return done('issued', [await issueKey(licence, await readText(file))]);
  },
};

const inspect: StandaloneCommand = {
  name: 'licence inspect',
  parameters: ['license key file'],
  options: { issuers: { type: 'string', value: 'file', isOptional: true } },
  description: 'show what a license key states, and whether this build accepts it',
  async runStandalone({ values: [file = ''], options }): Promise<Outcome> {
    const issuersFile = textOf(options, 'issuers');
    const issuers = issuersFile === undefined ? issuersOfBuild() : readIssuers(parseJson(await readText(issuersFile)));
    const key = await readText(file);
    const { claims, lastValidMoment } = describeKey(key);
    const stated = claims === undefined ? [] : ['The key states:', JSON.stringify(claims, null, 2)];
    const refusal = await findRefusal(() => verifyKey(key, issuers));
    const hasEnded = lastValidMoment !== null && lastValidMoment < new Date();
    const reason =
      issuers.length === 0
        ? 'this build needs no license: licence/issuers.json names no issuer'
        : (refusal ?? (hasEnded ? `it ended on ${lastValidMoment.toISOString()}` : undefined));
    return {
      lines: [...stated, reason === undefined ? 'This build accepts it.' : `This build does not accept it: ${reason}.`],
      summary: reason ?? 'accepted',
      succeeded: reason === undefined,
    };
  },
};

/** For those who ship a build; none of them opens the database. */
export const licenceCommands = [keygen, issue, inspect] as const;

async function findRefusal(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return errorMessage[error.code];
    throw error;
  }
}
