import { EmailAddress, NewPassword, Phone } from '@gatewarden/contract/primitives';
import { z } from 'zod';

export const TokenFields = z.object({ token: z.string().trim().min(1, { error: 'required' }).max(128) });
export const ProfileFields = z.object({ phone: z.union([z.literal(''), Phone]) });
export const PasswordFields = z.object({ password: NewPassword });
export const EmailFields = z.object({ email: EmailAddress });
