import fc from 'fast-check';
import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { newTotpSecret, totpStepOf } from './totp.ts';

// RFC 6238 appendix B, SHA-1: the ASCII secret 12345678901234567890; the last six of its eight digits
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const;
const at = (seconds: number) => new Date(seconds * 1000);

describe('codes of an authenticator app', () => {
  it.each(vectors)('are those of RFC 6238 at %d seconds', (seconds, code) => {
    expect(totpStepOf({ secret, code, now: at(seconds), usedSteps: [] })).toBe(Math.floor(seconds / 30));
  });

  it('count one step before and after their own, and no longer', () => {
    const [seconds, code] = [1_234_567_890, '005924'];
    const isAccepted = (offset: number) =>
      totpStepOf({ secret, code, now: at(seconds + offset), usedSteps: [] }) !== undefined;
    expect([-60, -30, 0, 30, 60].map(isAccepted)).toEqual([false, true, true, true, false]);
  });

  it('work once, and not after a later one', () => {
    const step = Math.floor(1_234_567_890 / 30);
    const attempt = { secret, code: '005924', now: at(1_234_567_890) };
    expect(totpStepOf({ ...attempt, usedSteps: [step - 1] })).toBe(step);
    expect(totpStepOf({ ...attempt, usedSteps: [step, step - 1] })).toBeUndefined();
    expect(totpStepOf({ ...attempt, usedSteps: [step + 1] })).toBeUndefined();
  });

  it('work after the clock was set back, except those that were used before', () => {
    const step = Math.floor(1_234_567_890 / 30);
    const attempt = { secret, code: '005924', now: at(1_234_567_890) };
    expect(totpStepOf({ ...attempt, usedSteps: [step + 120] })).toBe(step);
    expect(totpStepOf({ ...attempt, usedSteps: [step, step + 120] })).toBeUndefined();
  });

  it('are accepted as an app with the same secret shows them', () => {
    const own = newTotpSecret();
    expect(own).toMatch(/^[A-Z2-7]{32}$/);
    const now = at(1_800_000_000);
    const code = generateSync({ secret: own, epoch: 1_800_000_000 });
    expect(totpStepOf({ secret: own, code, now, usedSteps: [] })).toBe(60_000_000);
    expect(totpStepOf({ secret: newTotpSecret(), code, now, usedSteps: [] })).toBeUndefined();
  });

  it('are six digits, and anything else is refused without a fault', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (code) => {
        fc.pre(!/^\d{6}$/.test(code));
        expect(totpStepOf({ secret, code, now: at(59), usedSteps: [] })).toBeUndefined();
      }),
    );
  });
});
