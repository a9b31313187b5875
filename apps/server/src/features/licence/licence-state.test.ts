import type { LicenceClaims } from '@gatewarden/contract/licence';
import { licensedFeatures } from '@gatewarden/contract/licensed-features';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Counts, evaluateLicence, lastValidMoment, type StoredLicence } from './licence-state.ts';

const unlimited = { users: null, devices: null, locations: null, network_devices: null };
const within: Counts = { users: 5, devices: 10, locations: 1, network_devices: 10 };
const many: Counts = { users: 40, devices: 80, locations: 4, network_devices: 3 };
const validUntil = '2030-06-01T00:00:00.000Z';

const claimsOf = (claims: Partial<LicenceClaims> = {}): LicenceClaims => ({
  ...{ lic_id: 'lic-1', customer: 'Example Ltd', type: 'subscription', valid_until: validUntil },
  ...{ limits: unlimited, entitlements: null, ...claims },
});
const valid = (claims: Partial<LicenceClaims> = {}): StoredLicence => ({
  kind: 'valid',
  claims: claimsOf(claims),
  issuer: 'Issuer',
});
const evaluate = (stored: StoredLicence, counts: Counts, now = '2030-01-01T00:00:00Z', isNeeded = true) =>
  evaluateLicence({ isNeeded, stored, counts, now: new Date(now) });

it('enables everything in a build without issuers, whatever is stored and counted', () => {
  for (const stored of [{ kind: 'none' }, { kind: 'invalid', reason: 'license_expired' }, valid()] as const)
    expect(evaluate(stored, many, validUntil, false)).toMatchObject({
      state: 'not_needed',
      enabledFeatures: licensedFeatures,
      usage: [],
    });
});

it('enables everything within the free limits, and nothing beyond one of them', () => {
  expect(evaluate({ kind: 'none' }, within)).toMatchObject({
    state: 'none',
    enabledFeatures: licensedFeatures,
    isFree: true,
  });
  for (const kind of ['users', 'devices', 'locations', 'network_devices'] as const) {
    const exceeded = evaluate({ kind: 'none' }, { ...within, [kind]: within[kind] + 1 });
    expect(exceeded).toMatchObject({ state: 'none', enabledFeatures: [], isFree: false });
    expect(exceeded.usage.filter((one) => one.exceeded).map((one) => one.kind)).toEqual([kind]);
  }
});

it.each([
  ['subscription', '2030-06-01T00:00:00.000Z', 'active'],
  ['subscription', '2030-06-01T00:00:00.001Z', 'grace'],
  ['subscription', '2030-06-15T00:00:00.000Z', 'grace'],
  ['subscription', '2030-06-15T00:00:00.001Z', 'expired'],
  ['offline', '2030-06-01T00:00:00.000Z', 'active'],
  ['offline', '2030-06-01T00:00:00.001Z', 'expired'],
] as const)('a license of the kind %s at %s is %s', (type, now, state) => {
  const evaluation = evaluate(valid({ type }), many, now);
  expect(evaluation).toMatchObject({ state, enabledFeatures: state === 'expired' ? [] : licensedFeatures });
  // an expired license does no harm within the free limits
  expect(evaluate(valid({ type }), within, now).enabledFeatures).toEqual(licensedFeatures);
});

it('never ends without an end', () => {
  expect(evaluate(valid({ type: 'offline', valid_until: null }), many, '2999-01-01T00:00:00Z').state).toBe('active');
});

it('compares with the limits of the license, and with those of free use once it has expired', () => {
  const limits = { ...unlimited, users: 30, network_devices: 5 };
  const exceeded = evaluate(valid({ limits }), many);
  expect(exceeded).toMatchObject({ state: 'limits_exceeded', enabledFeatures: [], isFree: false });
  expect(exceeded.usage).toMatchObject([
    { kind: 'users', count: 40, limit: 30, exceeded: true },
    { kind: 'devices', count: 80, limit: null, exceeded: false },
    { kind: 'locations', limit: null, exceeded: false },
    { kind: 'network_devices', count: 3, limit: 5, exceeded: false },
  ]);
  expect(evaluate(valid({ limits }), many, '2031-01-01T00:00:00Z').usage).toMatchObject([
    { limit: 5, exceeded: true },
    { limit: 10, exceeded: true },
    { limit: 1, exceeded: true },
    { limit: 10, exceeded: false },
  ]);
});

it('counts both kinds of devices together if the license has one limit for them', () => {
  const limits = { ...unlimited, devices: 82 };
  const [, devices, , networkDevices] = evaluate(valid({ limits }), many).usage;
  expect(devices).toMatchObject({ count: 83, limit: 82, exceeded: true, includes_network_devices: true });
  expect(networkDevices).toMatchObject({ count: 3, limit: null, exceeded: false });
  expect(evaluate(valid({ limits: { ...limits, devices: 83 } }), many).state).toBe('active');
});

it('enables only the features to which a license entitles, and ignores names of newer versions', () => {
  const entitlements = ['ldap', 'from_the_future', 'access_rules'];
  expect(evaluate(valid({ entitlements }), many).enabledFeatures).toEqual(['access_rules', 'ldap']);
  expect(evaluate(valid({ entitlements: [] }), many)).toMatchObject({ state: 'active', enabledFeatures: [] });
  expect(evaluate(valid({ entitlements: [] }), within)).toMatchObject({
    enabledFeatures: licensedFeatures,
    isFree: true,
  });
});

it('reports why a key is not accepted', () => {
  const stored = { kind: 'invalid', reason: 'license_signature_invalid' } as const;
  expect(evaluate(stored, many)).toMatchObject({ state: 'invalid', enabledFeatures: [] });
  expect(evaluate(stored, within)).toMatchObject({ state: 'invalid', enabledFeatures: licensedFeatures });
});

const count = fc.nat(30);
const counts = fc.record({ users: count, devices: count, locations: count, network_devices: count });
const limit = fc.option(count);
const limits = fc.record({ users: limit, devices: limit, locations: limit, network_devices: limit });
const moment = fc.date({ min: new Date('2030-05-01'), max: new Date('2030-07-01'), noInvalidDate: true });
const stored = fc.oneof(
  fc.constant<StoredLicence>({ kind: 'none' }),
  fc.constant<StoredLicence>({ kind: 'invalid', reason: 'license_malformed' }),
  fc
    .record({ limits, type: fc.constantFrom('subscription' as const, 'offline' as const) })
    .map((claims): StoredLicence => valid(claims)),
);

it('enables features exactly while a valid license covers the counts, or the instance is within the free limits', () => {
  fc.assert(
    fc.property(stored, counts, moment, (licence, counted, now) => {
      const { enabledFeatures, state, isFree } = evaluateLicence({
        isNeeded: true,
        stored: licence,
        counts: counted,
        now,
      });
      const free =
        counted.users <= 5 && counted.devices <= 10 && counted.locations <= 1 && counted.network_devices <= 10;
      const covered = state === 'active' || state === 'grace';
      expect(enabledFeatures.length > 0).toBe(free || covered);
      expect(isFree).toBe(free && !covered);
    }),
  );
});

it('never enables more with more users, devices and locations, nor later', () => {
  fc.assert(
    fc.property(stored, counts, counts, moment, fc.nat(30 * 86_400_000), (licence, counted, more, now, later) => {
      const isOn = (at: Date, counted_: Counts) =>
        evaluateLicence({ isNeeded: true, stored: licence, counts: counted_, now: at }).enabledFeatures.length > 0;
      const sum = {
        users: counted.users + more.users,
        devices: counted.devices + more.devices,
        locations: counted.locations + more.locations,
        network_devices: counted.network_devices + more.network_devices,
      };
      const isOnElsewhere = isOn(now, sum) || isOn(new Date(now.getTime() + later), counted);
      expect(isOn(now, counted) || !isOnElsewhere).toBe(true);
    }),
  );
});

it('states the last moment of validity, with the grace period of subscriptions', () => {
  expect(lastValidMoment(claimsOf())?.toISOString()).toBe('2030-06-15T00:00:00.000Z');
  expect(lastValidMoment(claimsOf({ type: 'offline' }))?.toISOString()).toBe(validUntil);
  expect(lastValidMoment(claimsOf({ type: 'offline', valid_until: null }))).toBeNull();
});
