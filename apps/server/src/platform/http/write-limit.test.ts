import { DomainError } from '@gatewarden/contract/errors';
import { expect, it } from 'vitest';
import { createTestClock } from '../../../test/test-clock.ts';
import type { Actor } from '../actor.ts';
import { createWriteLimit } from './write-limit.ts';

const user: Actor = { userId: 1, username: 'una', isAdmin: false, sessionId: 1, isReauthenticated: true };
const admin: Actor = { ...user, isAdmin: true };

function givenLimit(perSecond = 10) {
  const clock = createTestClock();
  const { count } = createWriteLimit({ clock, perSecond });
  const limit = (actor: Actor, reserve?: string) => count(actor, { owner: `user ${actor.userId}`, reserve });
  /** Returns how many calls pass before one is refused, and after how many seconds it may be repeated. */
  const drain = (actor: Actor, reserve?: string): [passed: number, retryAfterSeconds: unknown] => {
    for (let passed = 0; ; passed += 1) {
      try {
        limit(actor, reserve);
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'rate_limited') throw error;
        return [passed, error.details['retry_after_seconds']];
      }
    }
  };
  return { clock, limit, drain };
}

it('allows a burst of writes, then the sustained rate', () => {
  const { clock, drain } = givenLimit();
  expect(drain(user)).toEqual([60, 1]);
  clock.advance({ seconds: 2 });
  expect(drain(user)).toEqual([20, 1]);
  clock.advance({ hours: 1 });
  expect(drain(user)[0]).toBe(60);
});

it('counts all writes of one owner together and allows administrators twenty times as many', () => {
  const { drain } = givenLimit();
  drain(user);
  expect(drain({ ...user, sessionId: 2 })[0]).toBe(0);
  expect(drain({ ...user, userId: 2 })[0]).toBe(60);
  expect(drain({ ...admin, userId: 3 })[0]).toBe(1_200);
});

it('has separate reserves for calls that end access', () => {
  const { clock, drain } = givenLimit();
  drain(user);
  expect(drain(user, 'session 1')[0]).toBe(10);
  expect(drain(user, 'session 2')[0]).toBe(10);
  clock.advance({ seconds: 1 });
  // one from the reserve, then like any other call
  expect(drain(user, 'session 1')[0]).toBe(11);
  expect(drain(user)[0]).toBe(0);
});

it('is not affected if the clock is set back', () => {
  const { clock, drain } = givenLimit();
  drain(user);
  clock.advance({ hours: -1 });
  expect(drain(user)[0]).toBe(0);
  clock.advance({ seconds: 1 });
  expect(drain(user)[0]).toBe(10);
});

it('does not limit writes if the rate is 0', () => {
  const { limit } = givenLimit(0);
  for (let nth = 0; nth < 1_000; nth += 1) expect(() => limit(user)).not.toThrow();
});
