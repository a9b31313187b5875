import { EmailAddress } from '@gatewarden/contract/primitives';
import { z } from 'zod';

export const SendFields = z.object({ to: EmailAddress });
