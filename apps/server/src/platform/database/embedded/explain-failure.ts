import { StartError } from '../../start-error.ts';

const externalServerAdvice = 'or set DATABASE_URL to a PostgreSQL server of your own';
const otherFolderAdvice = 'set GATEWARDEN_DATA_DIR to another folder';

/**
 * Errors of PostgreSQL or the system, and what they mean for the operator of core on `folder`. The first match counts.
 */
const explanations: readonly { when: RegExp; say: (folder: string) => string; exitCode?: 2 }[] = [
  {
    when: /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT|Check free disk space/i,
    say: (folder) => `The disk that holds ${folder} is full: free some space and start again.`,
  },
  {
    when: /Read-only file system|EROFS/i,
    exitCode: 2,
    say: (folder) => `${folder} is on a read-only file system: set GATEWARDEN_DATA_DIR to one that can be written.`,
  },
  {
    when: /could not (resize|create|map anonymous) shared memory|Cannot allocate memory|out of memory/,
    say: (folder) => `There is too little memory for the database in ${folder}: give this machine or container more.`,
  },
  {
    when: /lock file "postmaster.pid" already exists|pre-existing shared memory block/,
    say: (folder) => `Another PostgreSQL, which core did not start, runs on ${folder}: stop it and start again.`,
  },
  {
    when: /effective user ID/i,
    say: () =>
      `The user that core runs as has no name, which PostgreSQL needs: add it to /etc/passwd, ${externalServerAdvice}.`,
  },
  {
    when: /Unix.* socket|Unix address/,
    say: (folder) =>
      `The file system of ${folder} does not support Unix sockets: set GATEWARDEN_DATA_DIR to a local disk.`,
  },
  {
    when: /EBUSY|EXDEV/,
    say: (folder) => `${folder} is a mount point: mount the volume one folder higher, as GATEWARDEN_DATA_DIR.`,
  },
  {
    when: /spawn \w+ ENOENT/,
    say: () => `The database is started with programs of util-linux: install that package, ${externalServerAdvice}.`,
  },
  {
    when: /failed to execute .*No such file/,
    say: () => `The embedded database needs a system with glibc, such as Debian: use one, ${externalServerAdvice}.`,
  },
  {
    exitCode: 2,
    when: /EACCES|EPERM|ENOTDIR|Permission denied|Operation not permitted|wrong ownership/,
    say: (folder) =>
      `The user that core runs as cannot use ${folder}: change the folder's owner, or ${otherFolderAdvice}.`,
  },
];

/** Converts the output of a failed PostgreSQL or system call on `folder` to one sentence that says what to do. */
export function explainFailure(folder: string, output: string, cause?: unknown): StartError {
  const known = explanations.find(({ when }) => when.test(output));
  const message =
    known?.say(folder) ??
    `The database in ${folder} does not start (${mostRelevantLine(output)}): see the log, ${externalServerAdvice}.`;
  return new StartError(message, { cause, ...(known?.exitCode && { exitCode: known.exitCode }) });
}

function mostRelevantLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((text) => /\b(PANIC|FATAL|ERROR|error):/.test(text)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?\b(PANIC|FATAL|ERROR|error): +/, '').trim();
}
