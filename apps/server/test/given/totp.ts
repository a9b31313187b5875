import { confirmTotp, startTotp } from '@gatewarden/contract/mfa';
import { generateSync } from 'otplib';
import type { TestServer } from '../harness.ts';
import type { Person } from './given.ts';

export interface Authenticator {
  /** The recovery codes that came with the first factor. */
  readonly recoveryCodes: readonly string[];
  /** A code that was not used yet: time moves on to the next. */
  next(): string;
}

/** What an authenticator app shows at that moment. */
export function totpCode(secret: string, at: Date): string {
  return generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) });
}

/** An authenticator app that the person has set up; the next sign-in asks for it. */
export async function givenTotp({ clock }: TestServer, person: Person): Promise<Authenticator> {
  const { secret } = await person.call(startTotp, {});
  const next = () => {
    clock.advance({ seconds: 30 });
    return totpCode(secret, clock.now());
  };
  const { codes } = await person.call(confirmTotp, { body: { code: next() } });
  return { recoveryCodes: codes ?? [], next };
}
