export const platforms = ['macos', 'windows', 'ios', 'android', 'linux'] as const;
export type Platform = (typeof platforms)[number];

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** The platform on which the browser runs. An iPad calls itself a Mac, but has a touch screen. */
export function platformOf({ userAgent, maxTouchPoints }: Browser): Platform {
  if (/Android/.test(userAgent)) return 'android';
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'macos';
  if (/Windows/.test(userAgent)) return 'windows';
  return 'linux';
}

export type DeviceKind = 'mac' | 'pc' | 'iphone' | 'ipad' | 'android' | 'linux';

const kinds = { macos: 'mac', windows: 'pc', ios: 'iphone', android: 'android', linux: 'linux' } as const;

/** What a device of the platform is called: an iPad only if the browser runs on one. */
export function deviceKindOf(platform: Platform, browser: Browser): DeviceKind {
  const isOnTablet = platformOf(browser) === 'ios' && !/iPhone|iPod/.test(browser.userAgent);
  return platform === 'ios' && isOnTablet ? 'ipad' : kinds[platform];
}

/** Whether the device is usually configured with its camera, not with a file. */
export function scansCodes(platform: Platform): boolean {
  return platform === 'ios' || platform === 'android';
}
