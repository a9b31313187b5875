import { globSync, readFileSync } from 'node:fs';
import { findWords, isChecked } from './language.mjs';
import { at, root } from './workspace.mjs';

/** Beginnings of paths that are not checked yet. */
const unchecked = [
  'apps/console/',
  'apps/server/src/features/api-tokens/',
  'apps/server/src/features/auth-keys/',
  'apps/server/src/features/auth/',
  'apps/server/src/features/emergency-stop/',
  'apps/server/src/features/forward-auth/',
  'apps/server/src/features/mfa/',
  'apps/server/src/features/setup/',
  'apps/server/src/features/users/',
  'apps/server/src/main',
];

/** @param {string} path */
const exclude = (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path);

const files = globSync('**/*.*', { cwd: root, exclude }).filter(isChecked);
for (const path of files.filter((each) => !unchecked.some((beginning) => each.startsWith(beginning)))) {
  for (const { line, word, use } of findWords(path, readFileSync(at(path), 'utf8'))) {
    console.error(`${path}:${line}: "${word}" is not plain, standard English; use: ${use}`);
    process.exitCode = 1;
  }
}
