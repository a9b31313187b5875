import { randomUUID } from 'node:crypto';
import { type LicensedFeature, licensedFeatures } from '@gatewarden/contract/licensed-features';
import type { Arguments } from '../../features/admin-command.ts';
import type { issueKey } from '../../features/licence/index.ts';
import { StartError } from '../../platform/start-error.ts';
import { textOf } from './option-values.ts';

const limitOptions = {
  users: 'users',
  devices: 'devices',
  locations: 'locations',
  'network-devices': 'network_devices',
} as const;

/** What `licence issue` signs. @throws StartError for an option that is not valid */
export function readLicence(options: Arguments['options']): Parameters<typeof issueKey>[0] {
  const type = textOf(options, 'type');
  if (type !== 'subscription' && type !== 'offline') throw new StartError('--type is subscription or offline.');
  const validUntil = readTime(textOf(options, 'valid-until'));
  if (type === 'subscription' && validUntil === undefined) throw new StartError('A subscription needs --valid-until.');
  const customer = textOf(options, 'customer')?.trim() ?? '';
  if (customer === '') throw new StartError('--customer must not be empty.');
  const names = textOf(options, 'entitlements');
  return {
    lic_id: textOf(options, 'id') ?? randomUUID(),
    customer,
    type,
    limits: readLimits(options),
    ...(validUntil && { valid_until: validUntil }),
    ...(names !== undefined && { entitlements: readEntitlements(names) }),
  };
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
