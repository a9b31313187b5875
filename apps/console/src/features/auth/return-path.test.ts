import { describe, expect, it } from 'vitest';
import { isReturnPath } from './return-path.ts';

describe('the page to go back to after signing in', () => {
  it.each(['/', '/users?sort=-name', '/locations/1'])('may be %s', (path) => {
    expect(isReturnPath(path)).toBe(true);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '', '/sign-in?x=1'])(
    'may not be %s',
    (path) => {
      expect(isReturnPath(path)).toBe(false);
    },
  );
});
