import i18next, { type BackendModule, type ReadCallback, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, languages, pickLanguage, storedLanguage, storeLanguage } from './language.ts';
import type { Namespace } from './resources.ts';

const files: Record<string, () => Promise<unknown>> = {
  ...import.meta.glob('./{en,ko,pl}/common.json'),
  ...import.meta.glob('./{en,ko,pl}/errors.ts'),
  ...import.meta.glob('../features/*/texts/{en,ko,pl}.json'),
};

/** Each language and feature has a file, loaded when a screen first needs it. */
const textFiles: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => undefined,
  read: (language, namespace, done) => {
    readTexts(language, namespace).then(
      (texts) => done(null, texts),
      (error: Error) => fail(error, done),
    );
  },
};

async function readTexts(language: string, namespace: string): Promise<ResourceKey> {
  const load =
    files[`../features/${namespace}/texts/${language}.json`] ??
    files[`./${language}/${namespace}.json`] ??
    files[`./${language}/${namespace}.ts`];
  if (!load) throw new Error(`no texts for ${namespace} in ${language}`);
  const texts = (await load()) as { default?: ResourceKey; errors?: ResourceKey };
  return texts.default ?? texts.errors ?? {};
}

function fail(error: Error, done: ReadCallback): void {
  done(error, null);
}

/** Resolves when the texts of the frame and these have loaded; each screen loads those of its feature. */
export async function startI18n(...namespaces: Namespace[]): Promise<void> {
  await i18next
    .use(textFiles)
    .use(initReactI18next)
    .init({
      lng: pickLanguage(storedLanguage(), navigator.languages),
      supportedLngs: languages,
      // A check guarantees that every language has every key, so no fallback language is needed.
      fallbackLng: false,
      ns: ['common', 'errors', ...namespaces],
      defaultNS: 'common',
      // Not `_`, which our keys contain: `crash_title` is not a variant of `crash`.
      contextSeparator: '|',
      interpolation: { escapeValue: false }, // React escapes
    });
  applyLanguage(i18next.language);
}

/** Changes the language without a reload, and stores it in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  await i18next.changeLanguage(language);
  applyLanguage(language);
}

function applyLanguage(language: string): void {
  document.documentElement.lang = language;
  // its list of files is as long as the other styles; until they are there, the font of the system is used
  if (language === 'ko') import('../ui/theme/pretendard/pretendard.css').catch(() => undefined);
}

/** Loads the texts of a screen in parallel with its code, so that it never renders without them. */
export function loadTexts(...namespaces: Namespace[]): Promise<void> {
  return i18next.loadNamespaces(namespaces);
}
