import { StartError } from '../../start-error.ts';

const outside = 'or set DATABASE_URL to a PostgreSQL server of your own';

/** Turns why PostgreSQL (or the system) would not work on `folder` into one sentence that says what to do. */
export function explainFailure(folder: string, output: string, cause?: unknown): StartError {
  return new StartError(sentence(folder, output), { cause });
}

function sentence(folder: string, output: string): string {
  const has = (...texts: string[]) => texts.some((text) => output.includes(text));
  if (has('No space left on device', 'ENOSPC', 'Disk quota exceeded', 'EDQUOT')) {
    return `The disk that holds ${folder} is full: free some space and start again.`;
  }
  if (has('Read-only file system', 'EROFS')) {
    return `${folder} is on a read-only file system: set GATEWARDEN_DATA_DIR to a folder that can be written.`;
  }
  if (
    has('could not resize shared memory', 'could not create shared memory', 'could not map anonymous shared memory')
  ) {
    return `There is too little memory for the database in ${folder}: give this machine or container more of it.`;
  }
  if (has('lock file "postmaster.pid" already exists', 'pre-existing shared memory block')) {
    return `Another PostgreSQL, which core did not start, runs on ${folder}: stop it and start again.`;
  }
  if (has('could not look up effective user ID', 'failed to look up effective user id')) {
    return `The user that core runs as has no name, which PostgreSQL needs: add it to /etc/passwd, ${outside}.`;
  }
  if (has('EACCES', 'EPERM', 'Permission denied', 'has wrong ownership', 'Operation not permitted')) {
    return `${folder} cannot be used by the user that core runs as: change its owner, or set GATEWARDEN_DATA_DIR to another folder.`;
  }
  const line = lastTelling(output);
  return `The database in ${folder} does not start${line && ` (${line})`}: look at the log above, ${outside}.`;
}

function lastTelling(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /\b(PANIC|FATAL|error|ERROR):/.test(line)) ?? lines.at(-1) ?? '';
  return telling.replace(/^(\[.*?\] )?([\w-]+: )?(\w+): +/, '').trim();
}
