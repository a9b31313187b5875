import { describe, expect, it } from 'vitest';
import { isReturnPath } from './return-path.ts';

describe('isReturnPath', () => {
  it.each(['/', '/users?sort=-name', '/locations/1'])('accepts %s', (path) => {
    expect(isReturnPath(path)).toBe(true);
  });

  it.each([
    ...['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '', '/sign-in?x=1'],
    ...['/\t/evil.example', '/\n/evil.example', '/users\r\n'],
  ])('rejects %j', (path) => {
    expect(isReturnPath(path)).toBe(false);
  });
});
