import { DomainError, type ErrorCode, type ErrorDetails } from '@gatewarden/contract/errors';
import type { LogoKind } from '@gatewarden/contract/settings.names';
import { createBoundedWorker, WorkerLimitError, type WorkerLimits } from '../../../platform/worker/bounded-worker.ts';
import type { Image } from './image.ts';

/** The input of the worker. */
export interface LogoFile {
  readonly bytes: Uint8Array;
  readonly kind: LogoKind;
}

export type LogoVerdict =
  | ({ readonly kind: 'image'; readonly content: Uint8Array } & Omit<Image, 'content'>)
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly details: ErrorDetails };

/**
 * Reads an uploaded file as `cleanLogo` does.
 * @param owner owners take turns.
 * @throws logo_unsupported, logo_too_large; logo_unsafe also if the check exceeds its limits; rate_limited while too many
 * wait
 */
export type CheckLogo = (owner: string, bytes: Buffer, kind: LogoKind) => Promise<Image>;

/**
 * Checks logos in a worker thread, so that the event loop is free: compressing the pixels of a PNG again takes up to 0.6 s
 * on a small virtual machine.
 */
export function createLogoChecker(
  limits: WorkerLimits = { limitMilliseconds: 5_000, memoryMegabytes: 128 },
): CheckLogo {
  const worker = createBoundedWorker<LogoFile, LogoVerdict>({
    script: new URL('./check-logo.worker.ts', import.meta.url),
    ...limits,
    maxWaiting: 8,
  });
  return async (owner, bytes, kind) => {
    // a copy: the memory of a small Buffer is shared, and all of it would be sent
    const file = { bytes: new Uint8Array(bytes), kind };
    const verdict = await worker.run(owner, file).catch((error: unknown) => {
      if (!(error instanceof WorkerLimitError)) throw error;
      throw new DomainError('logo_unsafe', { field: 'data', reason: 'time or memory' }, { cause: error });
    });
    if (verdict.kind === 'refused') throw new DomainError(verdict.code, verdict.details);
    const { content, contentType, width, height } = verdict;
    return { content: Buffer.from(content), contentType, width, height };
  };
}
