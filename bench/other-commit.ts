import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../', import.meta.url));
const results = fileURLToPath(new URL('results/', import.meta.url));

/** Another commit, built with the packages that are installed here. */
export interface OtherCommit extends AsyncDisposable {
  /** The arguments of Node that run its core. */
  readonly command: readonly string[];
}

/** @throws Error when there is no such commit */
export async function checkOut(commit: string): Promise<OtherCommit> {
  // on the same file system, so that packages can be linked
  await run('mkdir', ['-p', results]);
  const root = await mkdtemp(join(results, 'commit-'));
  await run('git', ['worktree', 'add', '--detach', '--force', root, commit], { cwd: repository });
  // also in workspaces: links between them must lead to the sources of that commit
  await run('sh', ['-c', 'for d in node_modules apps/*/node_modules; do cp -al "$d" "$0/$d"; done', root], {
    cwd: repository,
  });
  await run('node', ['tools/build.mjs'], { cwd: root });
  const { coreCommand } = (await import(
    join(root, 'tools/core-command.mjs')
  )) as typeof import('../tools/core-command.mjs');
  return {
    command: coreCommand(),
    async [Symbol.asyncDispose]() {
      await run('git', ['worktree', 'remove', '--force', root], { cwd: repository });
    },
  };
}
