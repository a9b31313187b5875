import { EmailAddress } from '@gatewarden/contract/primitives';
import { z } from 'zod';

export const SendMailFields = z.object({ to: EmailAddress });
export type SendMailFields = z.infer<typeof SendMailFields>;
