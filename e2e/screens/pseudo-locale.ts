import type { Page } from '@playwright/test';

const accents: Readonly<Record<string, string>> = {
  ...{ a: 'å', e: 'é', i: 'î', o: 'ø', u: 'ü', y: 'ý', A: 'Å', E: 'É', I: 'Î', O: 'Ø', U: 'Ü', Y: 'Ý' },
};
const accented = new Set(Object.values(accents));
const extraLength = 0.4;

/** Whether a text is, or contains, one of the pseudo-language. */
export const pseudoPattern = `[${[...accented].join('')}⟦⟧]`;

/** Texts of the console come in files of these names, one for each feature and language. */
const textFile = /\/assets\/(?:en|common|errors)-[^/]+\.js$/;

/**
 * Replaces the English texts that a page loads by those of a pseudo-language: 40 % longer, with accents, in brackets.
 * The files are rewritten on their way to the browser, so the console contains nothing of it.
 */
export async function usePseudoLanguage(page: Page): Promise<void> {
  await page.route(textFile, async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    const { default: texts, errors } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const [name, value] = errors === undefined ? ['default', texts] : ['errors', errors];
    const body = `const texts = ${JSON.stringify(pseudo(value))};\nexport { texts as ${name} };`;
    await route.fulfill({ response, body });
  });
}

function pseudo(texts: unknown): unknown {
  if (typeof texts === 'string') return `⟦${pseudoText(texts)}⟧`;
  if (typeof texts !== 'object' || texts === null) throw new Error(`not a text: ${texts}`);
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, pseudo(value)]));
}

/** Words grow by a repeated vowel, so that long words are tested too. Placeholders, tags and code stay. */
function pseudoText(text: string): string {
  const parts = text.split(/(\{\{.*?\}\}|<code>.*?<\/code>|<\/?\w+>)/);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\p{L}+/gu, pseudoWord))).join('');
}

function pseudoWord(word: string): string {
  let missing = Math.ceil(word.length * extraLength);
  return [...word]
    .map((letter) => {
      const replaced = accents[letter] ?? letter;
      if (missing === 0 || !accented.has(replaced)) return replaced;
      const repeated = Math.ceil(missing / 2);
      missing -= repeated;
      return replaced + replaced.toLowerCase().repeat(repeated);
    })
    .join('');
}
