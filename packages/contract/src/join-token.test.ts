import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeJoinToken, type JoinToken, parseJoinToken } from './join-token.ts';

const token: JoinToken = {
  core: 'vpn.example.com:50055',
  location: 7,
  secret: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM-_01',
  ca: 'a'.repeat(32) + '0'.repeat(32),
};

/** A token text with the given content, valid or not. */
function textOf(content: unknown): string {
  return `gwj_${Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url')}`;
}

function reasonOf(text: string): string {
  const parsed = parseJoinToken(text);
  return parsed.kind === 'invalid' ? parsed.reason : 'it is valid';
}

describe('encodeJoinToken', () => {
  it('returns base64url of the JSON with a prefix and without padding', () => {
    const text = encodeJoinToken(token);
    expect(text).toMatch(/^gwj_[A-Za-z0-9_-]+$/);
    expect(JSON.parse(Buffer.from(text.slice(4), 'base64url').toString())).toEqual({ v: 1, ...token });
  });

  it('is reversed by parseJoinToken, with or without surrounding blanks', () => {
    const tokens = fc.record({
      core: fc.constantFrom('127.0.0.1:50055', '[fd00::1]:443', 'core.example.org:1', 'localhost:65535'),
      location: fc.integer({ min: 1, max: 2_147_483_647 }),
      secret: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
      ca: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    });
    fc.assert(
      fc.property(tokens, fc.constantFrom('', ' ', '\n'), (given, blank) => {
        expect(parseJoinToken(blank + encodeJoinToken(given) + blank)).toEqual({ kind: 'token', token: given });
      }),
    );
  });

  it('allows further fields of a later core', () => {
    expect(parseJoinToken(textOf({ v: 1, ...token, note: 'x' }))).toEqual({ kind: 'token', token });
  });
});

describe('parseJoinToken', () => {
  it.each([
    ['', 'begins with "gwj_"'],
    ['gwg_abc', 'begins with "gwj_"'],
    ['gwj_', 'damaged'],
    ['gwj_a b', 'damaged'],
    [encodeJoinToken(token).slice(0, -9), 'damaged'],
    [textOf('no json'), 'damaged'],
    [textOf([1, 2]), 'damaged'],
    [textOf({ ...token }), 'damaged (v)'],
    [textOf({ v: 1, ...token, core: 'no-port' }), 'damaged (core)'],
    [textOf({ v: 1, ...token, location: '7' }), 'damaged (location)'],
    [textOf({ v: 1, ...token, secret: 'short' }), 'damaged (secret)'],
    [textOf({ v: 1, ...token, ca: 'A'.repeat(64) }), 'damaged (ca)'],
    [textOf({ v: 2, anything: true }), 'newer version'],
    [`gwj_${'A'.repeat(5000)}`, 'damaged'],
  ])('rejects %s with the reason "%s"', (text, reason) => {
    expect(reasonOf(text)).toContain(reason);
  });

  it('never throws, and never repeats the text in the reason', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), (noise) => {
        expect(reasonOf(`gwj_${noise}`)).not.toContain(noise);
      }),
    );
  });
});
