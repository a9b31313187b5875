import { randomInt } from 'node:crypto';
import { checkPasswordRules } from '../users/index.ts';

/** Without characters that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** Four groups of five characters, 115 bits. Meets the password rules and is easy to read aloud. */
export function generatePassword(): string {
  for (;;) {
    const groups = Array.from({ length: 4 }, () =>
      Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join(''),
    );
    const password = groups.join('-');
    if (meetsPasswordRules(password)) return password;
  }
}

/** Almost all do; some have no digit. */
function meetsPasswordRules(password: string): boolean {
  try {
    checkPasswordRules(password, 'password');
    return true;
  } catch {
    return false;
  }
}
