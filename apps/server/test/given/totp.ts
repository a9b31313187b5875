import { confirmTotp, startTotp } from '@gatewarden/contract/mfa';
import { generateSync } from 'otplib';
import type { TestServer } from '../harness.ts';
import type { Person } from './given.ts';

export interface Authenticator {
  /** The recovery codes issued with the first factor. */
  readonly recoveryCodes: readonly string[];
  /** Advances the clock to the next code and returns it. */
  next(): string;
}

/** The code that an authenticator app shows at that time. */
export function totpCode(secret: string, at: Date): string {
  return generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) });
}

/** Sets up an authenticator app for the user; the next sign-in requires it. */
export async function givenTotp({ clock }: TestServer, person: Person): Promise<Authenticator> {
  const { secret } = await person.call(startTotp, {});
  const next = () => {
    clock.advance({ seconds: 30 });
    return totpCode(secret, clock.now());
  };
  const { codes } = await person.call(confirmTotp, { body: { code: next() } });
  return { recoveryCodes: codes ?? [], next };
}
