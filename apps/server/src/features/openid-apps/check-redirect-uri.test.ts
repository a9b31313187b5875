import { describe, expect, it } from 'vitest';
import { redirectUriFault } from './check-redirect-uri.ts';

describe('a redirect address', () => {
  it.each([
    ['https://app.example.com/callback', 'web'],
    ['https://app.example.com/callback?tenant=1', 'web'],
    ['http://10.0.0.4:3000/login/generic_oauth', 'web'],
    ['https://app.example.com/', 'public'],
    ['http://localhost:8000', 'public'],
    ['http://127.0.0.1/', 'public'],
    ['http://[::1]:9/cb', 'public'],
    ['com.example.app:/callback', 'public'],
  ] as const)('may be %s for %s', (uri, kind) => {
    expect(redirectUriFault(uri, kind)).toBeUndefined();
  });

  it.each([
    ['/callback', 'web'],
    ['app.example.com/callback', 'web'],
    ['javascript:alert(1)', 'public'],
    ['JavaScript:alert(1)', 'web'],
    ['data:text/html,1', 'public'],
    ['file:///etc/passwd', 'public'],
    ['https://app.example.com/#token', 'web'],
    ['https://app.example.com/#', 'web'],
    ['https://*.example.com/', 'web'],
    ['https://app.example.com\\@evil.example/', 'web'],
    ['https://app.example.com/ x', 'web'],
    ['https://app.example.com/\u202ex', 'web'],
    ['https://una:secret@app.example.com/', 'web'],
    ['http://app.example.com/', 'public'],
    ['myapp:/callback', 'public'],
    ['com.example.app:/callback', 'web'],
  ] as const)('may not be %s for %s', (uri, kind) => {
    expect(redirectUriFault(uri, kind)).toEqual(expect.any(String));
  });
});
