import type { CDPSession, Page } from '@playwright/test';

interface PausedRequest {
  readonly requestId: string;
  readonly responseHeaders?: { name: string; value: string }[];
}

const accents: Readonly<Record<string, string>> = {
  ...{ a: 'å', e: 'é', i: 'î', o: 'ø', u: 'ü', y: 'ý', A: 'Å', E: 'É', I: 'Î', O: 'Ø', U: 'Ü', Y: 'Ý' },
};
const accented = new Set(Object.values(accents));
const extraLength = 0.4;

/** Whether a text is, or contains, one of the pseudo-language. */
export const pseudoPattern = `[${[...accented].join('')}⟦⟧]`;

/** Texts of the console come in files of these names, one for each feature and language. */
const textFiles = ['en', 'common', 'errors'].map((name) => ({
  urlPattern: `*/assets/${name}-*.js`,
  requestStage: 'Response' as const,
}));

/**
 * Replaces the English texts that a page loads by those of a pseudo-language: 40 % longer, with accents, in brackets.
 * The files are rewritten on their way to the browser, so the console contains nothing of it. `page.route` would disable
 * the cache of the browser, and each screen would load and compile the whole console.
 */
export async function usePseudoLanguage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', (paused) => fulfillRewritten(session, paused));
  await session.send('Fetch.enable', { patterns: textFiles });
}

/** Answers a request with the rewritten texts. Ignores a request that was canceled meanwhile. */
async function fulfillRewritten(
  session: CDPSession,
  { requestId, responseHeaders = [] }: PausedRequest,
): Promise<void> {
  try {
    const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId });
    const rewritten = await rewrite(Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString());
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: responseHeaders.filter(({ name }) => !/^content-(length|encoding)$/i.test(name)),
      body: Buffer.from(rewritten).toString('base64'),
    });
  } catch (error) {
    // the page was left, which cancels what it loads ahead
    if (!/Invalid InterceptionId/.test(String(error))) throw error;
  }
}

async function rewrite(code: string): Promise<string> {
  const { default: texts, errors } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const [name, value] = errors === undefined ? ['default', texts] : ['errors', errors];
  return `const texts = ${JSON.stringify(pseudo(value))};\nexport { texts as ${name} };`;
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
