import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestedAddress, resolveReturnAddress } from './return-address.ts';

const places = { url: 'https://vpn.example.com', cookieDomain: 'example.com' };

describe('the return address after sign-in', () => {
  it.each([
    'https://wiki.example.com/page?a=1#b',
    'https://example.com/',
    'https://wiki.example.com:8443/',
    'https://vpn.example.com/me',
  ])('may be %s', (address) => {
    expect(resolveReturnAddress(address, places)).toBe(address);
  });

  it.each([
    'https://evil.example/',
    'https://example.com.evil.example/',
    'https://notexample.com/',
    'https://example.com@evil.example/',
    'https://una:secret@wiki.example.com/',
    'https:\\\\evil.example\\wiki.example.com',
    'http://wiki.example.com/',
    'javascript:alert(1)//wiki.example.com',
    '//evil.example/',
    '/me',
    '',
    `https://wiki.example.com/${'a'.repeat(2048)}`,
  ])('may not be %s', (address) => {
    expect(resolveReturnAddress(address, places)).toBeUndefined();
  });

  it('is only the console if no cookie domain is set', () => {
    const alone = { ...places, cookieDomain: undefined };
    expect(resolveReturnAddress('https://vpn.example.com/me', alone)).toBe('https://vpn.example.com/me');
    expect(resolveReturnAddress('https://wiki.example.com/', alone)).toBeUndefined();
  });

  it('never leaves the cookie domain for any forwarded address', () => {
    const text = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.constantFrom('wiki.example.com', '/a', 'https', 'http', '@', '\\'),
    );
    fc.assert(
      fc.property(text, text, text, (proto, host, uri) => {
        const address = requestedAddress({ proto, host, uri }, places);
        expect(address === undefined || /(^|\.)example\.com$/.test(new URL(address).hostname)).toBe(true);
      }),
    );
  });
});
