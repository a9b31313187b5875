import { z } from 'zod';
import { isSixDigits } from '../../lib/six-digits.ts';

/** A code of an app or a mail, as typed or pasted. */
export const SixDigitCode = z.object({ code: z.string().min(1).max(64).refine(isSixDigits, 'six_digits') });
