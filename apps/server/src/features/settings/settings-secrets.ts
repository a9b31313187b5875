import { DomainError, type ErrorCode } from '@gatewarden/contract/errors';
import type { SecretSetting, Settings } from '@gatewarden/contract/settings';
import type { Tx } from '../../platform/database/database.ts';
import type { SecretName } from '../../platform/secrets/secret-value.ts';
import { type Secrets, UnreadableSecretError } from '../../platform/secrets/secrets.ts';
import { readSecretChange, type SecretChange } from './secret-change.ts';

/** A secret among the settings of a feature. It is encrypted and stored apart from them, and responses never contain it. */
export interface SettingsSecret {
  /** The field of requests; null in responses. */
  readonly field: SecretSetting;
  /** The field of responses that states whether a value is stored. */
  readonly isSetField: keyof Settings;
  readonly name: SecretName & { readonly owner: 'instance' };
  /** Whether the secret is used with these settings. */
  readonly isNeeded: (settings: Settings) => boolean;
  /** The setting that determines who receives the secret: a stored one is not sent to another recipient. */
  readonly recipient: keyof Settings;
  /** The error of a call that changes the recipient without sending the secret. */
  readonly missing: ErrorCode;
}

interface SentSecret {
  readonly secret: SettingsSecret;
  readonly change: SecretChange;
}

/** Changes the secrets of the sections. */
export interface SettingsSecrets {
  /** @param wanted the settings after the change */
  read(sent: { readonly [Field in SecretSetting]?: string | null | undefined }, wanted: Settings): SentSecret[];
  /** Returns whether a stored secret changed. */
  apply(tx: Tx, sent: readonly SentSecret[]): Promise<boolean>;
}

export function createSettingsSecrets(secrets: Secrets, ofSections: readonly SettingsSecret[]): SettingsSecrets {
  /** Null if it cannot be decrypted, so that it can be replaced. */
  async function find(tx: Tx, name: SecretName): Promise<string | null | undefined> {
    try {
      return await secrets.get(tx, name);
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error;
      return null;
    }
  }

  async function applyOne(tx: Tx, { secret: { name }, change }: SentSecret): Promise<boolean> {
    if (change.kind === 'keep') return false;
    const wanted = change.kind === 'replace' ? change.value : undefined;
    if ((await find(tx, name)) === wanted) return false;
    if (wanted === undefined) await secrets.delete(tx, name);
    else await secrets.set(tx, name, wanted);
    return true;
  }

  return {
    read: (sent, wanted) =>
      ofSections.map((secret) => ({ secret, change: readSecretChange(sent[secret.field], secret.isNeeded(wanted)) })),
    async apply(tx, sent) {
      let isChanged = false;
      for (const each of sent) isChanged = (await applyOne(tx, each)) || isChanged;
      return isChanged;
    },
  };
}

/** Refuses to send a stored secret to another recipient, which could read it. @throws the error of the secret */
export function requireSentSecrets(sent: readonly SentSecret[], before: Settings, after: Settings): void {
  for (const { secret, change } of sent) {
    const { field, isSetField, recipient, missing } = secret;
    if (change.kind === 'keep' && after[isSetField] && after[recipient] && after[recipient] !== before[recipient])
      throw new DomainError(missing, { field });
  }
}
