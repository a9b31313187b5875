import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { compareTexts, englishProblems, textsOf } from './translations.mjs';
import { at, workspaces } from './workspace.mjs';

const languages = ['ko', 'pl'];
/** @type {string[]} */
const names = JSON.parse(readFileSync(at('tools/translation-names.json'), 'utf8'));

/**
 * @param {string} folder
 * @param {string} language
 * @returns {string[]}
 */
function filesOf(folder, language) {
  const path = at(folder, language);
  return existsSync(path) ? readdirSync(path).filter((file) => file.endsWith('.json')) : [];
}

/**
 * @param {string} folder
 * @param {string} language
 * @param {string} file
 */
function read(folder, language, file) {
  const path = at(folder, language, file);
  return existsSync(path) ? textsOf(JSON.parse(readFileSync(path, 'utf8'))) : new Map();
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function problemsIn(folder) {
  return filesOf(folder, 'en').flatMap((file) => {
    const english = read(folder, 'en', file);
    const own = englishProblems(english).map((problem) => `${folder}/en/${file} ${problem}`);
    const translated = languages.flatMap((language) =>
      compareTexts(english, read(folder, language, file), language, names).map(
        (problem) => `${folder}/${language}/${file} ${problem}`,
      ),
    );
    return [...own, ...translated];
  });
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesWithoutEnglish(folder) {
  const english = filesOf(folder, 'en');
  return languages.flatMap((language) =>
    filesOf(folder, language)
      .filter((file) => !english.includes(file))
      .map((file) => `${folder}/${language}/${file} has no English file`),
  );
}

const folders = workspaces()
  .map((workspace) => `${workspace}/src/i18n`)
  .filter((folder) => existsSync(at(folder)));
const problems = folders.flatMap((folder) => [...problemsIn(folder), ...filesWithoutEnglish(folder)]);
if (folders.every((folder) => filesOf(folder, 'en').length === 0)) problems.push('No English texts were found.');
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
