import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { at, root } from './workspace.mjs';

// Run by `npm ci`. A copy without a repository, such as an archive, has no hooks.
if (existsSync(at('.git'))) spawnSync('git', ['config', 'core.hooksPath', 'tools/hooks'], { cwd: root });
