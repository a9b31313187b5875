import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGpg } from './run-gpg.ts';

export type KeyAlgorithm = 'curve25519' | 'rsa4096';

/** A new key set in a folder of its own. */
export interface TemporaryKeys extends AsyncDisposable {
  readonly home: string;
  /** Upper-case hexadecimal, of the primary key. */
  readonly fingerprint: string;
  readonly publicKey: string;
  readonly sshKey: string;
}

/** As many parts as a card has slots: signatures (the primary key), encryption, authentication. */
const algorithms = {
  curve25519: { primary: 'ed25519', encryption: 'cv25519', authentication: 'ed25519' },
  rsa4096: { primary: 'rsa4096', encryption: 'rsa4096', authentication: 'rsa4096' },
} as const;

/**
 * Creates a key set without a passphrase. Disposing it deletes the private keys; its folder is in memory where the
 * temporary folder of the machine is.
 * @throws GpgError
 */
export async function createKeys(userId: string, algorithm: KeyAlgorithm, signal: AbortSignal): Promise<TemporaryKeys> {
  const home = await mkdtemp(join(tmpdir(), 'provisioner-'));
  const remove = async () => {
    await endAgent(home);
    await rm(home, { recursive: true, force: true });
  };
  try {
    const options = { home, signal };
    const { primary, encryption, authentication } = algorithms[algorithm];
    await runGpg(['--passphrase', '', '--quick-generate-key', '--', userId, primary, 'sign,cert', 'never'], options);
    const listed = await runGpg(['--with-colons', '--list-secret-keys'], options);
    const fingerprint = /^fpr:+([0-9A-F]{40}):/m.exec(listed)?.[1] ?? '';
    const add = (part: string, usage: string) =>
      runGpg(['--passphrase', '', '--quick-add-key', '--', fingerprint, part, usage, 'never'], options);
    await add(encryption, 'encr');
    await add(authentication, 'auth');
    const publicKey = await runGpg(['--armor', '--export', '--', fingerprint], options);
    const sshKey = (await runGpg(['--export-ssh-key', '--', fingerprint], options)).trim();
    return { home, fingerprint, publicKey, sshKey, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The agent holds the private keys in its memory. */
async function endAgent(home: string): Promise<void> {
  const child = spawn('gpgconf', ['--homedir', home, '--kill', 'all'], { stdio: 'ignore' });
  await once(child, 'close').catch(() => undefined);
}

/** RFC 9580 §5.11: a name and an address, as mail programs write them, without characters that end them. */
export function userIdOf({
  firstName,
  lastName,
  email,
}: {
  firstName: string;
  lastName: string;
  email: string;
}): string {
  const plain = (text: string) => text.replaceAll(/[\p{Cc}<>()]/gu, '').trim();
  const name = `${plain(firstName)} ${plain(lastName)}`.trim();
  return `${name} <${plain(email)}>`.trim();
}
