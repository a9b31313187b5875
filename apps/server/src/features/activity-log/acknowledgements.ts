import { z } from 'zod';

/** The log at the moment of an acknowledgement, up to its newest entry. Signed with the acknowledgement. */
const AcknowledgedState = z.object({
  entries: z.int(),
  /** SHA-256 over the hashes of all entries in order, each computed from its content. Hexadecimal, like the next one. */
  entries_digest: z.string(),
  /** SHA-256 over the numbers and signatures of all earlier checkpoints. */
  checkpoints_digest: z.string(),
  /** What verification found, in order of entries. */
  broken: z.array(z.object({ kind: z.string(), from: z.int(), to: z.int() })),
  /** How many further breaks it found. */
  more_broken: z.int(),
});
export type AcknowledgedState = z.infer<typeof AcknowledgedState>;

/** Undefined if the acknowledgement does not state it. */
export function parseAcknowledged(text: string | null): AcknowledgedState | undefined {
  try {
    return AcknowledgedState.safeParse(JSON.parse(text ?? 'null')).data;
  } catch {
    return undefined;
  }
}
