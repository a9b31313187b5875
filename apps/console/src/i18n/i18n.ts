import { type Language, pickLanguage, storedLanguage, storeLanguage } from './language.ts';
import type { Namespace } from './resources.ts';
import { texts } from './texts.ts';
import type { TextTree } from './translate.ts';

const files: Record<string, () => Promise<unknown>> = {
  ...import.meta.glob('./{en,ko,pl}/common.json'),
  ...import.meta.glob('./{en,ko,pl}/errors.ts'),
  ...import.meta.glob('../features/*/texts/{en,ko,pl}.json'),
};

async function readTexts(language: string, namespace: string): Promise<TextTree> {
  const load =
    files[`../features/${namespace}/texts/${language}.json`] ??
    files[`./${language}/${namespace}.json`] ??
    files[`./${language}/${namespace}.ts`];
  if (!load) throw new Error(`no texts for ${namespace} in ${language}`);
  const file = (await load()) as { default?: TextTree; errors?: TextTree };
  return file.default ?? file.errors ?? {};
}

/** Resolves when the texts of the frame and these have loaded; each screen loads those of its feature. */
export async function startI18n(...namespaces: Namespace[]): Promise<void> {
  const language = pickLanguage(storedLanguage(), navigator.languages);
  await texts.start(language, readTexts, ['common', 'errors', ...namespaces]);
  document.documentElement.lang = language;
}

/** Changes the language without a reload, and stores it in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  await texts.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Loads the texts of a screen in parallel with its code, so that it never renders without them. */
export function loadTexts(...namespaces: Namespace[]): Promise<void> {
  return texts.loadNamespaces(namespaces);
}
