import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { errorMessage } from '@gatewarden/contract/error-messages';
import { DomainError } from '@gatewarden/contract/errors';
import { type LicensedFeature, licensedFeatures } from '@gatewarden/contract/licensed-features';
import { type Arguments, done, type Outcome } from '../../features/admin-command.ts';
import { createIssuerKeys, describeKey, issueKey, readIssuers, verifyKey } from '../../features/licence/index.ts';
import { StartError } from '../../platform/start-error.ts';
import { issuersOfBuild } from '../issuers.ts';
import type { StandaloneCommand } from './standalone-command.ts';

const limitOptions = {
  users: 'users',
  devices: 'devices',
  locations: 'locations',
  'network-devices': 'network_devices',
} as const;

const keygen: StandaloneCommand = {
  name: 'licence keygen',
  parameters: ['private key file'],
  options: {
    name: { type: 'string', value: 'issuer' },
    'renewal-url': { type: 'string', value: 'url', isOptional: true },
  },
  description: 'for those who ship a build: create the key pair of an issuer of licenses',
  async runStandalone({ values: [file = ''], options }) {
    const { kid, privateKey, publicKey } = await createIssuerKeys();
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
    const type = textOf(options, 'type');
    if (type !== 'subscription' && type !== 'offline') throw new StartError('--type is subscription or offline.');
    const validUntil = readTime(textOf(options, 'valid-until'));
    if (type === 'subscription' && validUntil === undefined)
      throw new StartError('A subscription needs --valid-until.');
    const names = textOf(options, 'entitlements');
    const licence = {
      lic_id: textOf(options, 'id') ?? randomUUID(),
      customer: textOf(options, 'customer')?.trim() ?? '',
      type,
      ...(validUntil && { valid_until: validUntil }),
      limits: readLimits(options),
      ...(names !== undefined && { entitlements: readEntitlements(names) }),
    } as const;
    if (licence.customer === '') throw new StartError('--customer must not be empty.');
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

function textOf(options: Arguments['options'], name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** A day lasts until its end in UTC. */
function readTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : text);
  if (Number.isNaN(time.getTime()))
    throw new StartError('--valid-until is a day such as 2030-12-31, or an ISO 8601 time.');
  return time.toISOString();
}

function readLimits(options: Arguments['options']) {
  const limits = Object.entries(limitOptions).flatMap(([option, claim]) => {
    const text = textOf(options, option);
    if (text === undefined) return [];
    if (!/^\d{1,9}$/.test(text)) throw new StartError(`--${option} is a number.`);
    return [[claim, Number(text)]];
  });
  return Object.fromEntries(limits) as Partial<Record<(typeof limitOptions)[keyof typeof limitOptions], number>>;
}

function readEntitlements(text: string): LicensedFeature[] {
  const names = text.split(',').map((name) => name.trim());
  const isKnown = (name: string): name is LicensedFeature => (licensedFeatures as readonly string[]).includes(name);
  const known = names.filter(isKnown);
  if (known.length < names.length) throw new StartError(`--entitlements are some of: ${licensedFeatures.join(',')}.`);
  return known;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Never replaces a key. */
async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new StartError(`${file} cannot be created (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
