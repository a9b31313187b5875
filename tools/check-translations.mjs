import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { compareTexts, englishProblems, termsOf, textsOf } from './translations.mjs';
import { at, workspaces } from './workspace.mjs';

const languages = ['ko', 'pl'];
/** @type {string[]} */
const names = JSON.parse(readFileSync(at('tools/translation-names.json'), 'utf8'));

const terms = termsOf(readFileSync(at('CONTRIBUTING.md'), 'utf8'));

/**
 * Files with texts: JSON, or a module that exports them, for which the compiler checks that none is missing.
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return existsSync(at(folder)) ? readdirSync(at(folder)).filter((file) => /(?<!\.test)\.(json|ts)$/.test(file)) : [];
}

/**
 * @param {string} path
 * @returns {Promise<import('./translations.mjs').Texts>}
 */
async function read(path) {
  if (path.endsWith('.json')) return textsOf(JSON.parse(readFileSync(at(path), 'utf8')));
  return textsOf(await import(pathToFileURL(at(path)).href));
}

/**
 * Problems of the texts of one app.
 * @param {string} folder with a folder for each language
 * @returns {Promise<string[]>}
 */
async function problemsIn(folder) {
  const files = filesIn(`${folder}/en`);
  const problems = files.length === 0 ? [`${folder}/en: no texts`] : [];
  for (const file of files) {
    const english = await read(`${folder}/en/${file}`);
    problems.push(...englishProblems(english).map((problem) => `${folder}/en/${file} ${problem}`));
    for (const language of languages)
      problems.push(...(await problemsOf(`${folder}/${language}/${file}`, english, language)));
  }
  const strays = languages.flatMap((language) =>
    filesIn(`${folder}/${language}`)
      .filter((file) => !files.includes(file))
      .map((file) => `${folder}/${language}/${file}: no English file of that name`),
  );
  return [...problems, ...strays];
}

/**
 * @param {string} path
 * @param {import('./translations.mjs').Texts} english
 * @param {string} language
 */
async function problemsOf(path, english, language) {
  if (!existsSync(at(path))) return [`${path}: missing`];
  return compareTexts(english, await read(path), language, names, terms).map((problem) => `${path} ${problem}`);
}

/**
 * Problems of the texts of one feature.
 * @param {string} folder with a file for each language
 * @returns {Promise<string[]>}
 */
async function problemsInFeature(folder) {
  const english = await read(`${folder}/en.json`);
  const others = languages.map((language) => problemsOf(`${folder}/${language}.json`, english, language));
  return [
    ...englishProblems(english).map((problem) => `${folder}/en.json ${problem}`),
    ...(await Promise.all(others)).flat(),
  ];
}

const folders = workspaces()
  .map((workspace) => `${workspace}/src/i18n`)
  .filter((folder) => existsSync(at(folder)));
const features = globSync('apps/console/src/features/*/texts', { cwd: at('.') });
const problems = (await Promise.all([...folders.map(problemsIn), ...features.map(problemsInFeature)])).flat();
if (folders.length === 0 || features.length === 0) problems.push('No texts were found.');
if (terms.length < 30) problems.push('CONTRIBUTING.md: the glossary has fewer than 30 terms');
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
