import { generateSecret, verifySync } from 'otplib';

/** Authenticator apps assume these values: SHA-1, 6 digits, 30 seconds. */
const periodSeconds = 30;
/** RFC 4226 §4 R6 recommends 160 bits. */
const secretBytes = 20;

/** Base32, 32 characters, no padding. */
export function newTotpSecret(): string {
  return generateSecret({ length: secretBytes });
}

interface Attempt {
  /** Base32. */
  readonly secret: string;
  readonly code: string;
  readonly now: Date;
  /** The time steps of codes that were accepted before, in any order. */
  readonly usedSteps: readonly number[];
}

/**
 * The time step of the code; undefined if the code is not valid for an accepted step. RFC 6238 §5.2: the steps before
 * and after the current one are accepted too, for inexact clocks and slow typing. A code that was accepted before, or
 * that precedes an accepted one within these steps, is refused. Used steps in the future are from before the clock was
 * set back: they do not block current codes, and are refused when their time comes again.
 */
export function totpStepOf({ secret, code, now, usedSteps }: Attempt): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const latest = latestTotpStep(now);
  const used = usedSteps.filter((step) => step <= latest);
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: periodSeconds,
    // the library throws if this is after the last step that it would accept
    ...(used.length > 0 && { afterTimeStep: Math.max(...used) }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/** The last time step whose code is accepted at `now`. */
export function latestTotpStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / periodSeconds) + 1;
}
