import { z } from 'zod';

/** A pasted key; the server reads it. */
export const KeyFields = z.object({ license: z.string().trim().min(1).max(16_384) });
export type KeyFields = z.infer<typeof KeyFields>;
