import { generateSecret, verifySync } from 'otplib';

/** Authenticator apps take this for granted: SHA-1, 6 digits, 30 seconds. */
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
  /** The steps of codes that were accepted before, in any order. */
  readonly usedSteps: readonly number[];
}

/**
 * The time step of the code; undefined if no accepted step has it. RFC 6238 §5.2: the step before and the one after the
 * present are accepted too, for inexact clocks and slow typing. A code that was accepted once, or precedes one that was
 * accepted within these steps, is refused. Used steps that are still to come are left from before the clock was set back:
 * they do not shut out the codes of the present, and are refused when their time comes again.
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
    // the library throws when it is after the last step that it would accept
    ...(used.length > 0 && { afterTimeStep: Math.max(...used) }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/** The last step whose code is accepted at that moment. */
export function latestTotpStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / periodSeconds) + 1;
}
