import { type AdminCommand, type CommandContext, done, type Outcome } from '../../features/admin-command.ts';
import type { Links } from '../../features/links/index.ts';
import { readInstanceKeyFile } from '../../platform/crypto/instance-key.ts';
import type { KeyRotation } from '../../platform/secrets/key-rotation.ts';
import type { SecretName } from '../../platform/secrets/secret-value.ts';

interface Features {
  readonly keyRotation: KeyRotation;
  readonly links: Pick<Links, 'listReplicasWithOtherKey'>;
}

type Context = Pick<CommandContext<Features>, 'features' | 'recordStart'>;

/** Replaces keys while cores run. */
export const rotateKey: AdminCommand<Features> = {
  name: 'rotate-key',
  parameters: [],
  options: {
    'instance-key': { type: 'string', value: 'file', isOptional: true },
    'retain-instance-key': { type: 'string', value: 'file', isOptional: true },
  },
  description: 'encrypt all secrets with a new key; or allow another instance key, or retain only the one in use',
  run: async (context, { options }) => {
    const [added, retained] = [options['instance-key'], options['retain-instance-key']];
    if (typeof added !== 'string') return replaceDataKey(context, typeof retained === 'string' ? retained : undefined);
    return retained === undefined ? addInstanceKey(context, added) : refuse('Give only one of the two options.');
  },
};

async function replaceDataKey(context: Context, file: string | undefined): Promise<Outcome> {
  const { keyRotation, links } = context.features;
  const retained = file === undefined ? undefined : await readInstanceKeyFile(file);
  const isKeyOfAllCores = async () => (await links.listReplicasWithOtherKey()).length === 0;
  const replacement = await keyRotation.replaceDataKey({ retained, isKeyOfAllCores, recordStart: context.recordStart });
  if (replacement === 'several_keys_valid')
    return refuse(
      'Another instance key is valid too. Complete its change first: run `rotate-key --retain-instance-key <file>` with the key that remains valid.',
    );
  if (replacement === 'retained_not_in_use')
    return refuse(
      `The instance key in ${file} is not the one in use: run the command with it, as GATEWARDEN_SECRET_KEY or instance.key.`,
    );
  if (replacement === 'other_key_in_use') {
    const cores = (await links.listReplicasWithOtherKey()).join(', ');
    return refuse(
      `These cores run with another instance key, or with a former version: ${cores}. Restart them with the key that remains valid; one that has failed is no longer listed after a few seconds.`,
    );
  }
  const { count, unreadable } = replacement;
  const replaced = `${count} secrets are encrypted with a new key.`;
  if (unreadable.length === 0)
    return done(`replaced, ${count} secrets`, [
      replaced,
      'The former key is deleted, and no other instance key is valid.',
    ]);
  return {
    lines: [replaced, `${unreadable.length} cannot be decrypted and remain as they are:`, ...unreadable.map(describe)],
    summary: `${unreadable.length} secrets cannot be decrypted`,
    succeeded: false,
  };
}

function refuse(reason: string): Outcome {
  return { lines: [reason, 'Nothing was changed.'], summary: 'refused', succeeded: false };
}

const describe = ({ kind, owner }: SecretName) => `  ${kind} of ${owner}`;

async function addInstanceKey({ features, recordStart }: Context, file: string): Promise<Outcome> {
  if (await features.keyRotation.addInstanceKey(recordStart, await readInstanceKeyFile(file))) {
    return done('added an instance key', [
      `The instance key in ${file} is valid too.`,
      'Restart each core with it, one after another; then run `rotate-key --retain-instance-key` with it, which invalidates the former one.',
    ]);
  }
  return refuse(`The instance key in ${file} is already in use.`);
}
