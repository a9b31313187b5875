import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configFileName, configFileNames } from './config-file-name.ts';

const anyName = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 4 }));

describe('configFileName', () => {
  it('returns a tunnel name that every WireGuard client accepts, for any names', () => {
    fc.assert(
      fc.property(anyName, anyName, (device, location) => {
        expect(configFileName({ device, location })).toMatch(/^(?=.{1,15}\.conf$)\w[\w-]*\w\.conf$/);
      }),
    );
  });

  it.each([
    ['seoul', 'laptop', 'seoul-laptop.conf'],
    ['Seoul Office', 'A1', 'Seoul-Office-A1.conf'],
    ['a', 'b', 'a-b.conf'],
    ['Łódź', 'Żółw', 'Lodz-Zolw.conf'],
    ['서울', '노트북', 'seoul-noteubuk.conf'],
    ['본사', '휴대폰', 'bonsa-hyudaepon.conf'],
    ['ＨＱ', 'Größe 2', 'HQ-Grosse-2.conf'],
    ['con.x', 'nul', 'con-x-nul.conf'],
    ['../../etc', '-rf', 'etc-rf.conf'],
  ])('for location %s and device %s returns %s', (location, device, name) => {
    expect(configFileName({ device, location })).toBe(name);
  });

  it.each([
    ['headquarters-seoul', 'laptop', /^headq-lapt-[0-9a-z]{4}\.conf$/],
    ['headquarters', 'mac', /^headqu-mac-[0-9a-z]{4}\.conf$/],
    ['hq', 'build-server-1', /^hq-build-s-[0-9a-z]{4}\.conf$/],
    ['🏢', '🚀🚀', /^vpn-device-[0-9a-z]{4}\.conf$/],
    ['', ' ', /^vpn-device-[0-9a-z]{4}\.conf$/],
    ['東京', 'mac', /^vpn-mac-[0-9a-z]{4}\.conf$/],
    ['office 🏢', 'mac', /^office-mac-[0-9a-z]{4}\.conf$/],
  ])('shortens location %j and device %j and appends a checksum', (location, device, name) => {
    expect(configFileName({ device, location })).toMatch(name);
  });

  it.each([
    [
      ['headquarters-seoul', 'laptop'],
      ['headquarters-busan', 'laptop'],
    ],
    [
      ['東京', '🚀'],
      ['大阪', '🚀'],
    ],
    [
      ['hq', 'build-server-1'],
      ['hq', 'build-server-2'],
    ],
    [
      ['office 🏢', 'mac'],
      ['office', 'mac'],
    ],
  ])(
    'returns different names for %j and %j',
    ([location = '', device = ''], [otherLocation = '', otherDevice = '']) => {
      const name = configFileName({ device, location });
      expect(configFileName({ device: otherDevice, location: otherLocation })).not.toBe(name);
      expect(configFileName({ device, location })).toBe(name);
    },
  );
});

describe('configFileNames', () => {
  it.each([
    [
      ['Seoul', 'Busan'],
      ['Seoul-mac.conf', 'Busan-mac.conf'],
    ],
    [
      ['DC 1', 'DC-1', 'dc 1'],
      ['DC-1-mac.conf', 'DC-1-mac-2.conf', 'dc-1-mac-3.conf'],
    ],
    [
      ['HQ North East', 'HQ North East'],
      [expect.stringMatching(/^HQ-Nor-mac-.{4}\.conf$/), expect.stringMatching(/^HQ-Nor-mac-.{2}-2\.conf$/)],
    ],
  ])('for locations %j returns %j', (locations, names) => {
    expect(configFileNames({ device: 'mac', locations })).toEqual(names);
  });

  it('returns distinct tunnel names for any locations', () => {
    fc.assert(
      fc.property(anyName, fc.array(anyName), (device, some) => {
        const locations = [...some, ...some];
        const names = configFileNames({ device, locations });
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(locations.length);
        for (const name of names) expect(name).toMatch(/^(?=.{1,15}\.conf$)\w[\w-]*\w\.conf$/);
      }),
    );
  });
});
