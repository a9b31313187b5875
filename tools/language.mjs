/** @typedef {{ line: number, word: string, use: string }} Finding `line` is 0 for the path; `use` has better terms. */

/** Migrations up to this one are not checked, because migrations are never changed. */
const lastUncheckedMigration = '0042';

/** Patterns of words that are wrong in text and in identifiers, with the terms to use instead. */
const words = new Map([
  ['(?:who|whom)ever', 'the user, the caller, any client'],
  ['anew', 'again, new'],
  ['nobod(?:y|ies)s?', 'no user, no client'],
  ['somebod(?:y|ies)s?', 'a user, another user'],
  ['everybodys?', 'all users'],
  ['anybodys?', 'any user, any client'],
  ['heed(?:s|ed|ing)?', 'process, check'],
  ['mend(?:s|ed|ing)?', 'fix, repair, restore'],
  ['(?:tell|tells|told|telling) of', 'notify, report'],
  ['in clear', 'unencrypted'],
  ['a thing (?:that|which)', 'the noun that is meant'],
  ['for good(?! (?:reason|measure))', 'permanently'],
  ['all the same(?=[.,;:)])', 'nevertheless'],
  ['any more(?! (?:than|of|[a-z]+s)\\b)', 'no longer'],
  ['of (?:its|their) own accord', 'automatically'],
  ['by hand', 'manually'],
]);

/** Patterns of words that are wrong in identifiers only. */
const identifierWords = new Map([['forg[eo]t(?:s|ting|ten)?', 'purge, delete, clear']]);

/** Patterns of British spelling, which is wrong in documentation. */
const spellings = new Map([
  ['licences?', 'license'],
  ['colours?', 'color'],
  ['behaviours?', 'behavior'],
  ['neighbou\\w+', 'neighbor'],
  ['cancelled', 'canceled'],
  ['grey', 'gray'],
  ['(?:synchron|recogn|author|organ|initial)is(?:e|es|ed|ing|ation)', 'z in place of s'],
]);

/** Separates the words of a phrase: blanks, also with the start of a comment's next line. */
const gap = '(?:\\s|\\*|//|--|#)+';

/** Comments and literals, or an identifier, which is captured. */
const token = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|([A-Za-z_$][\w$]*)/g;

/**
 * Whether a file is checked: TypeScript, JavaScript, SQL, Markdown and texts of the console, except for generated files and
 * the files that contain the words on purpose.
 * @param {string} path from the root
 */
export function isChecked(path) {
  if (!/\.(?:[cm]?[jt]sx?|sql|md)$|(?:^|\/)(?:i18n|texts)\/.*\.json$/.test(path)) return false;
  if (/^tools\/language\.|^docs\/plan\.md$|CHANGELOG|(?:^|\/)(?:gen|results)\/|\.gen\./.test(path)) return false;
  return (/migrations\/(\d{4})-/.exec(path)?.[1] ?? '9999') > lastUncheckedMigration;
}

/**
 * Finds words of the lists in a file and in its path, also as parts of identifiers. A line with `language-ignore`, in a
 * comment, may contain any word.
 * @param {string} path from the root
 * @param {string} text
 * @returns {Finding[]} in order of lines
 */
export function findWords(path, text) {
  const all = new Map([...words, ...identifierWords]);
  const isCode = !/\.(?:md|sql)$/.test(path);
  const lines = text.split('\n');
  return [
    ...matchesIn(path.replaceAll(/[-/.]/g, ' '), all).map((finding) => ({ ...finding, line: 0 })),
    ...matchesIn(text, words),
    ...(path.endsWith('.md') ? matchesIn(withoutCode(text), spellings) : []),
    ...(isCode ? matchesIn(withoutProse(text), identifierWords) : []),
  ]
    .filter(({ line }) => !lines[line - 1]?.includes('language-ignore'))
    .sort((a, b) => a.line - b.line);
}

/**
 * @param {string} text
 * @param {Map<string, string>} list
 * @returns {Finding[]}
 */
function matchesIn(text, list) {
  const patterns = [...list.keys()].map((pattern) => `(${pattern.replaceAll(/(?<!\?!) /g, gap)})`);
  // camelCase and snake_case as separate words
  const separated = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  return [...separated.matchAll(new RegExp(`\\b(?:${patterns.join('|')})\\b`, 'gi'))].map((match) => ({
    line: separated.slice(0, match.index).split('\n').length,
    word: match[0].toLowerCase().replaceAll(new RegExp(gap, 'g'), ' '),
    use: [...list.values()][match.slice(1).findIndex((group) => group !== undefined)] ?? '',
  }));
}

/**
 * The text of a Markdown file with blanks in place of code and addresses of links: names of files and commands are as they are.
 * @param {string} text
 */
function withoutCode(text) {
  return text.replaceAll(/```[\s\S]*?```|`[^`\n]*`|\]\([^)\n]*\)/g, (all) => all.replaceAll(/[^\n]/g, ' '));
}

/**
 * The text with blanks in place of comments and literals.
 * @param {string} text
 */
function withoutProse(text) {
  return text.replaceAll(token, (all, identifier) => identifier ?? all.replaceAll(/[^\n]/g, ' '));
}
