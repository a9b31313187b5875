import { DomainError } from '@gatewarden/contract/errors';
import { createBoundedWorker, WorkerLimitError } from '../../platform/worker/bounded-worker.ts';
import { type Analysis, type AnalysisInput, analyze } from './analysis.ts';

/**
 * @param owner owners take turns.
 * @throws rate_limited while too many wait; import_file_invalid if the analysis exceeds its limits
 */
export type AnalyzeFile = (owner: string, input: AnalysisInput) => Promise<Analysis>;

/** What takes about a millisecond. */
const inlineLimits = { characters: 8_192, users: 200 };

/** Analyzes files; large ones, and comparisons with many users, in a worker thread, so that the event loop is free. */
export function createFileAnalyzer(): AnalyzeFile {
  const worker = createBoundedWorker<AnalysisInput, Analysis>({
    script: new URL('./analyze-file.worker.ts', import.meta.url),
    limitMilliseconds: 20_000,
    memoryMegabytes: 512,
    maxWaiting: 8,
  });
  return async (owner, input) => {
    if (input.config.length <= inlineLimits.characters && input.users.length <= inlineLimits.users)
      return analyze(input);
    try {
      return await worker.run(owner, input);
    } catch (error) {
      if (!(error instanceof WorkerLimitError)) throw error;
      const details = { field: 'config', line: 1, problem: 'unreadable', count: 1 };
      throw new DomainError('import_file_invalid', details, { cause: error });
    }
  };
}
