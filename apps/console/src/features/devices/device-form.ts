export type DeviceForm = 'phone' | 'tablet' | 'desktop' | 'server' | 'laptop';

/** Words of names in the languages of the console, and products; the first form that matches. */
const words: readonly (readonly [DeviceForm, RegExp])[] = [
  ['tablet', /ipad|tablet|galaxy tab|태블릿|갤럭시 ?탭|아이패드|surface go/i],
  [
    'phone',
    /iphone|android|phone|pixel|galaxy|xperia|oneplus|redmi|telefon|kom[oó]rk|smartfon|휴대전화|휴대폰|핸드폰|아이폰|갤럭시|스마트폰/i,
  ],
  ['server', /server|serwer|서버|\bnas\b|raspberry/i],
  ['desktop', /desktop|imac|mac ?mini|mac ?studio|workstation|tower|stacjonarn|데스크톱|데스크탑/i],
];

/** What a device is, as far as its name says it: no other information about it exists. Most are laptops. */
export function deviceFormOf(name: string): DeviceForm {
  return words.find(([, pattern]) => pattern.test(name))?.[0] ?? 'laptop';
}
