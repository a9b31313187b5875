import { type Verdict, verifyActivity } from '../../features/activity-log/index.ts';
import type { AdminCommand } from './admin-command.ts';

export const verifyActivityCommand: AdminCommand = {
  name: 'activity verify',
  parameters: [],
  about: 'check that nobody changed the activity log, and name the first entry that is broken',
  async run({ features: { db, cipher } }) {
    const verdict = await verifyActivity(db, cipher);
    const found = describeBreak(verdict.broken);
    return {
      lines: [
        `Public key (Ed25519, SPKI): ${verdict.publicKey}`,
        found === undefined
          ? `The activity log is whole: ${verdict.entries} entries, ${verdict.checkpoints} checkpoints.`
          : `The activity log is BROKEN. ${found}`,
        describeReach(verdict),
      ],
      summary: found ?? `whole, ${verdict.entries} entries`,
      isGood: found === undefined,
    };
  },
};

function describeReach({ signedUntil, signedAt, entries }: Verdict): string {
  if (!signedAt) return 'No checkpoint vouches for it yet: core makes one every hour.';
  return `Checkpoints vouch for entries 1 to ${signedUntil}, as of ${signedAt.toISOString()}; ${entries - signedUntil} after them are chained.`;
}

function describeBreak(broken: Verdict['broken']): string | undefined {
  switch (broken?.kind) {
    case undefined:
      return undefined;
    case 'missing':
      return `Entry ${broken.id} is missing.`;
    case 'altered':
      return `Entry ${broken.id} is not what was written there: it was changed, put in or moved.`;
    case 'rewritten':
      return `Entry ${broken.id} or one after it, up to ${broken.until}, was rewritten: checkpoint ${broken.checkpoint} signed others.`;
    case 'checkpoint forged':
      return `Checkpoint ${broken.checkpoint} was not signed by this instance: entries from ${broken.id} on may be rewritten.`;
    case 'checkpoint missing':
      return `Checkpoint ${broken.checkpoint} is missing: entries from ${broken.id} on may be rewritten.`;
  }
}
