import { StartError } from '../start-error.ts';
import { classifyDatabaseError } from './classify-database-error.ts';

/** The error for the operator if the database is the reason why core does not start; otherwise the error itself. */
export function explainStartFailure(error: unknown): unknown {
  if (error instanceof StartError) return error;
  switch (classifyDatabaseError(error)) {
    case 'database_read_only':
      return new StartError(readOnly, { cause: error });
    case 'database_full':
      return new StartError(full, { cause: error });
    case 'database_unavailable':
    case 'database_busy':
      return new StartError(
        `The database stopped answering during the start: ${(error as Error).message}. Start again once it answers.`,
        { cause: error },
      );
    case undefined:
      return error;
  }
}

const readOnly =
  'The database is read-only. Connect core to the primary server, or reset default_transaction_read_only.';
const full = 'The database has no disk space left. Free some on the database server and start again.';
