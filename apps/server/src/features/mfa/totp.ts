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
  /** The step of the last code that was accepted; neither it nor an earlier one is accepted again. */
  readonly lastStep: number | null;
}

/**
 * The time step that the code is of, or undefined when it is of none that counts. RFC 6238 §5.2: the step before and
 * the one after the present are accepted too, for clocks that are not quite right and people who type slowly.
 */
export function totpStepOf({ secret, code, now, lastStep }: Attempt): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: periodSeconds,
    ...(lastStep !== null && { afterTimeStep: lastStep }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
