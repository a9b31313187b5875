import { globSync, readFileSync } from 'node:fs';
import { findWords, isChecked } from './language.mjs';
import { at, root } from './workspace.mjs';

/** @param {string} path */
const exclude = (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path);

for (const path of globSync('**/*.*', { cwd: root, exclude }).filter(isChecked)) {
  for (const { line, word, use } of findWords(path, readFileSync(at(path), 'utf8'))) {
    console.error(`${path}:${line}: "${word}" is not plain, standard English; use: ${use}`);
    process.exitCode = 1;
  }
}
