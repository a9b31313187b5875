import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
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
  readonly coreArguments: readonly string[];
}

/** @throws Error if there is no such commit, or it does not bundle core as this one does (before decision 23) */
export async function checkOut(commit: string): Promise<OtherCommit> {
  await using made = new AsyncDisposableStack();
  // on the same file system, so that packages can be linked
  await run('mkdir', ['-p', results]);
  const root = await mkdtemp(join(results, 'commit-'));
  await run('git', ['worktree', 'add', '--detach', '--force', root, commit], { cwd: repository });
  made.defer(async () => void (await run('git', ['worktree', 'remove', '--force', root], { cwd: repository })));
  const { coreArguments } = await importTool<typeof import('../tools/core-command.mjs')>(root, 'core-command');
  const { ensureBuilt } = await importTool<typeof import('../tools/builds.mjs')>(root, 'builds');
  if (!coreArguments || !ensureBuilt) {
    throw new Error(`${commit} cannot be compared: it does not bundle core, or its tools have other names`);
  }
  // also in workspaces: links between them must lead to the sources of that commit
  await run('sh', ['-c', 'for d in node_modules apps/*/node_modules; do cp -al "$d" "$0/$d"; done', root], {
    cwd: repository,
  });
  await ensureBuilt('core');
  const rest = made.move();
  return { coreArguments: coreArguments(), [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

/** What a tool of the commit exports; nothing if it does not exist. */
async function importTool<Tool>(root: string, name: string): Promise<Partial<Tool>> {
  const path = join(root, `tools/${name}.mjs`);
  return existsSync(path) ? ((await import(path)) as Partial<Tool>) : {};
}
