import { z } from 'zod';
import type { CloudAccount } from '../../ports/cloud-directory.ts';
import { DirectoryFailure } from '../../ports/directory.ts';
import { readPem, type SigningKey } from './assertion.ts';

const KeyFile = z.object({
  private_key: z.string(),
  private_key_id: z.string().optional(),
  client_email: z.string().optional(),
});

/** The key of a service account: the file that Google creates, or only its private key. @throws DirectoryFailure */
export function readServiceAccount(account: Extract<CloudAccount, { kind: 'google' }>): {
  readonly key: SigningKey;
  readonly email: string;
} {
  const stored = account.key.reveal().trim();
  const file = stored.startsWith('{') ? parseFile(stored) : undefined;
  const key = readPem(file?.private_key ?? stored, file?.private_key_id);
  const email = file?.client_email ?? account.serviceAccountEmail;
  if (!key) throw new DirectoryFailure('google_key', 'the key is not a private key');
  if (!email) throw new DirectoryFailure('google_key', 'the email address of the service account is missing');
  return { key, email };
}

function parseFile(text: string): z.output<typeof KeyFile> | undefined {
  try {
    return KeyFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
