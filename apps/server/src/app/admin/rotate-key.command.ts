import { type AdminCommand, done, type Outcome } from '../../features/admin-command.ts';
import { readInstanceKeyFile } from '../../platform/crypto/instance-key.ts';
import type { KeyRotation } from '../../platform/secrets/key-rotation.ts';
import type { SecretName } from '../../platform/secrets/secret-value.ts';

interface Features {
  readonly keyRotation: KeyRotation;
}

/** Replaces keys while cores run. */
export const rotateKey: AdminCommand<Features> = {
  name: 'rotate-key',
  parameters: [],
  options: { 'instance-key': { type: 'string', value: 'file', isOptional: true } },
  description: 'encrypt all secrets with a new key; with a file, allow its instance key too',
  run: ({ features: { keyRotation } }, { options }) => {
    const file = options['instance-key'];
    return typeof file === 'string' ? addInstanceKey(keyRotation, file) : replaceDataKey(keyRotation);
  },
};

async function replaceDataKey(keyRotation: KeyRotation): Promise<Outcome> {
  const { count, unreadable } = await keyRotation.replaceDataKey();
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

const describe = ({ kind, owner }: SecretName) => `  ${kind} of ${owner}`;

async function addInstanceKey(keyRotation: KeyRotation, file: string): Promise<Outcome> {
  if (await keyRotation.addInstanceKey(await readInstanceKeyFile(file))) {
    return done('added an instance key', [
      `The instance key in ${file} is valid too.`,
      'Restart each core with it, one after another; then run `rotate-key` with it, which invalidates the former one.',
    ]);
  }
  return { lines: [`The instance key in ${file} is already in use.`], summary: 'already in use', succeeded: false };
}
