import { type Key, readKeys } from 'openpgp';
import { runWorkerTask } from '../../platform/worker/run-worker-task.ts';
import type { GpgVerificationRequest, GpgVerificationResult } from './gpg-public-key.ts';

async function verifyGpgKey({ bytes, at }: GpgVerificationRequest): Promise<GpgVerificationResult> {
  let keys: Key[];
  try {
    keys = await readKeys({ binaryKeys: bytes });
  } catch (error) {
    return { kind: 'unreadable', reason: String(error) };
  }
  const [key, ...rest] = keys;
  if (!key || rest.length > 0) return { kind: 'unreadable', reason: 'not one key' };
  if (key.isPrivate()) return { kind: 'private' };
  try {
    await key.verifyPrimaryKey(at);
  } catch (error) {
    return { kind: 'unusable', reason: String(error) };
  }
  const armored = key.armor().trim().replaceAll('\r\n', '\n');
  return { kind: 'key', armored, fingerprint: key.getFingerprint().toUpperCase() };
}

await runWorkerTask(verifyGpgKey);
