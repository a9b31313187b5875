import { StartError } from '../../platform/start-error.ts';
import type { AdminCommand, Outcome } from '../admin-command.ts';
import { readCheckpointFile } from './external-checkpoint.ts';
import type { LogCheckpoints } from './log-checkpoints.ts';
import type { Verdict } from './verify-activity.ts';

type LogCommand = AdminCommand<{ readonly activityLog: { readonly checkpoints: LogCheckpoints } }>;

const verify: LogCommand = {
  name: 'activity verify',
  parameters: [],
  description: 'check that the activity log was not changed, and name the first entry that is broken',
  run: async ({ features }) => describeVerdict(await features.activityLog.checkpoints.verify()),
};

const verifyAgainst: LogCommand = {
  name: 'activity verify-against',
  parameters: ['checkpoint file'],
  description: 'the same, compared with a checkpoint that was saved elsewhere',
  async run({ features }, { values: [file = ''] }) {
    const saved = await readCheckpointFile(file).catch(() => undefined);
    if (!saved) throw new StartError(`${file} is not a signed checkpoint of the activity log.`);
    return describeVerdict(await features.activityLog.checkpoints.verify(saved));
  },
};

const acknowledge: LogCommand = {
  name: 'activity acknowledge',
  parameters: [],
  description: 'after a restore or a change to the log: begin the chain again, with a checkpoint that names the break',
  async run({ features, origin }) {
    const { number, entry_id } = await features.activityLog.checkpoints.acknowledge(origin);
    const summary = `checkpoint ${number} begins the chain again at entry ${entry_id}`;
    return { lines: [`Acknowledged: ${summary}.`], summary, succeeded: true };
  },
};

export const activityCommands: readonly LogCommand[] = [verifyAgainst, verify, acknowledge];

function describeVerdict(verdict: Verdict): Outcome {
  const found = describeBreak(verdict.broken);
  return {
    lines: [
      ...(verdict.publicKey === undefined ? [] : [`Public key (Ed25519, SPKI): ${verdict.publicKey}`]),
      found === undefined
        ? `${verdict.acknowledged.length > 0 ? 'Nothing is broken in the activity log besides what was acknowledged' : 'The activity log is whole'}: ${verdict.entries} entries, ${verdict.checkpoints} checkpoints.`
        : `The activity log is BROKEN. ${found}`,
      describeCoverage(verdict),
      verdict.comparedWith === undefined
        ? 'There was no checkpoint outside of the database to compare with.'
        : `It was compared with checkpoint ${verdict.comparedWith} from outside of the database.`,
      ...verdict.acknowledged.map(
        ({ number, at, text, coversEarlierEntries }) =>
          `Checkpoint ${number} of ${at.toISOString()} acknowledges breaks before it: ${text}${coversEarlierEntries ? '' : ' (made by an earlier release: changes to entries before it are not found)'}`,
      ),
    ],
    summary:
      found ?? `${verdict.acknowledged.length > 0 ? 'breaks acknowledged' : 'whole'}, ${verdict.entries} entries`,
    succeeded: found === undefined,
  };
}

function describeCoverage({ signedUntil, signedAt, entries, broken }: Verdict): string {
  // checkpoints that the log contradicts may cover broken entries: they exist, but confirm nothing
  if (broken && broken.kind !== 'unsigned') {
    return signedAt
      ? `Before the break, checkpoints confirm entries 1 to ${signedUntil}, as of ${signedAt.toISOString()}.`
      : 'No checkpoint confirms the entries before the break.';
  }
  if (!signedAt) return 'No checkpoint covers it yet: core makes one every hour.';
  return `Checkpoints cover entries 1 to ${signedUntil}, as of ${signedAt.toISOString()}; ${Math.max(0, entries - signedUntil)} after them are chained.`;
}

const problemTexts = {
  behind: 'the log ends before it, as after a restore from a backup',
  rewritten: 'the log has another entry or checkpoint in its place',
  checkpoints_missing: 'the entries are there, but the checkpoint was deleted',
  key_changed: 'the key that signs was replaced, deleted or cannot be read',
  altered: 'the entries after it do not follow each other',
  file_unreadable: 'the copy of it in the data folder cannot be read',
} as const;

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
    case 'changed after acknowledgement':
      return `Entries up to ${broken.until} or checkpoints before ${broken.checkpoint} were changed, deleted or inserted after checkpoint ${broken.checkpoint} acknowledged a break.`;
    case 'unsigned':
      return `Entries from ${broken.id} on are older than two hours and no checkpoint covers them: checkpoints were deleted, or core has not run since. Start core and verify again.`;
    case 'contradiction':
      return `The log contradicts checkpoint ${broken.checkpoint}, which covered entry ${broken.id}: ${problemTexts[broken.problem]}.`;
  }
}
