import { describe, expect, it } from 'vitest';
import { deviceKindOf, platformOf } from './platform.ts';

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const browsers = {
  iphone: { userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webKit}`, maxTouchPoints: 5 },
  ipad: { userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit}`, maxTouchPoints: 5 },
  mac: { userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit}`, maxTouchPoints: 0 },
  pc: { userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150.0', maxTouchPoints: 10 },
  android: { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/150.0 Mobile', maxTouchPoints: 5 },
  linux: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0', maxTouchPoints: 0 },
} as const;

it.each([
  ['iphone', 'ios'],
  ['ipad', 'ios'],
  ['mac', 'macos'],
  ['pc', 'windows'],
  ['android', 'android'],
  ['linux', 'linux'],
] as const)('recognizes the platform of the browser: %s is %s', (kind, platform) => {
  expect(platformOf(browsers[kind])).toBe(platform);
  expect(deviceKindOf(platform, browsers[kind])).toBe(kind);
});

describe('deviceKindOf', () => {
  it('calls an iOS device an iPhone unless the browser runs on an iPad', () => {
    expect(deviceKindOf('ios', browsers.mac)).toBe('iphone');
    expect(deviceKindOf('windows', browsers.ipad)).toBe('pc');
  });
});
