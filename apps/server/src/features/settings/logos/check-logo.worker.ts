import { DomainError } from '@gatewarden/contract/errors';
import { runWorkerTask } from '../../../platform/worker/run-worker-task.ts';
import type { LogoFile, LogoVerdict } from './check-logo.ts';
import { cleanLogo } from './clean-logo.ts';

function checkLogo({ bytes, kind }: LogoFile): LogoVerdict {
  try {
    const { content, ...image } = cleanLogo(Buffer.from(bytes), kind);
    return { kind: 'image', ...image, content: new Uint8Array(content) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { kind: 'refused', code: error.code, details: error.details };
  }
}

await runWorkerTask(checkLogo);
