import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { ApiError } from '../lib/api-error.ts';
import { numberFormat } from '../lib/format/formats.ts';
import { loadKoreanFont } from '../lib/korean-font.ts';
import { loadCode } from '../lib/load-code.ts';
import { type Language, languages, pickLanguage, storedLanguage, storeLanguage } from './language.ts';
import type { Namespace } from './resources.ts';

type TextFiles = Record<string, () => Promise<unknown>>;

const files: TextFiles = {
  ...import.meta.glob('./{en,ko,pl}/common.json'),
  ...import.meta.glob('./{en,ko,pl}/{errors,rules}.ts'),
};

/** Adds the files that a build has: of a namespace, or by paths that end in `<namespace>/texts/<language>.json`. */
export function addTextFiles(added: TextFiles, namespace?: Namespace): void {
  for (const [path, load] of Object.entries(added)) {
    const [, folder, file] = /([^/]+)\/texts\/([^/]+)$/.exec(path) ?? [];
    files[`${namespace ?? folder}/texts/${file}`] = load;
  }
}

/** Each language and feature has a file, loaded when a screen first needs it. */
const textFiles: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => undefined,
  read: (language, namespace, done) => {
    readTexts(language, namespace).then(
      (texts) => done(null, texts),
      (error: Error) => done(error, null),
    );
  },
};

/** Fetches texts of a screen before anything else is known, so that `loadTexts` does not wait for them. */
export function prefetchTexts(...namespaces: Namespace[]): void {
  const language = pickLanguage(storedLanguage(), navigator.languages);
  for (const namespace of namespaces) fileOf(language, namespace)?.().catch(() => undefined);
}

function fileOf(language: string, namespace: string): (() => Promise<unknown>) | undefined {
  return (
    files[`${namespace}/texts/${language}.json`] ??
    files[`./${language}/${namespace}.json`] ??
    files[`./${language}/${namespace}.ts`]
  );
}

async function readTexts(language: string, namespace: string): Promise<ResourceKey> {
  const load = fileOf(language, namespace);
  if (!load) throw new Error(`no texts for ${namespace} in ${language}`);
  const texts = (await loadCode(load)) as { default?: ResourceKey; errors?: ResourceKey; rules?: ResourceKey };
  return texts.default ?? texts.errors ?? texts.rules ?? {};
}

/**
 * Resolves when the texts of the frame and these have loaded; each screen loads those of its feature. Can be repeated.
 * @throws ApiError if they could not be loaded
 */
export async function startI18n(...namespaces: Namespace[]): Promise<void> {
  if (!i18next.isInitialized) await init(...namespaces);
  await loadTexts('common', 'rules', ...namespaces);
  applyLanguage(i18next.language);
}

async function init(...namespaces: Namespace[]): Promise<void> {
  await i18next
    .use(textFiles)
    .use(initReactI18next)
    .init({
      lng: pickLanguage(storedLanguage(), navigator.languages),
      supportedLngs: languages,
      // A check guarantees that every language has every key, so no fallback language is needed.
      fallbackLng: false,
      ns: ['common', 'rules', ...namespaces],
      defaultNS: 'common',
      // Not `_`, which our keys contain: `crash_title` is not a variant of `crash`.
      contextSeparator: '|',
      interpolation: { escapeValue: false }, // React escapes
    });
  // the format of i18next makes a new `Intl.NumberFormat` for each number, which takes longer than the rest of a text
  i18next.services.formatter?.add('number', (value: number, language = 'en') => numberFormat(language).format(value));
}

/**
 * Changes the language without a reload, and stores it in this browser.
 * @throws ApiError if its texts could not be loaded; then the language is as before
 */
export async function changeLanguage(language: Language): Promise<void> {
  await loadInto(language, namespacesOf(i18next.options.ns));
  storeLanguage(language);
  await i18next.changeLanguage(language);
  applyLanguage(language);
}

function applyLanguage(language: string): void {
  document.documentElement.lang = language;
  if (language === 'ko') loadKoreanFont();
}

/**
 * Loads the texts of a screen in parallel with its code, so that it never renders without them.
 * @throws ApiError if they could not be loaded
 */
export function loadTexts(...namespaces: Namespace[]): Promise<void> {
  return loadInto(i18next.language, namespaces);
}

/** i18next remembers a failure, and neither rejects nor tries again. */
async function loadInto(language: string, namespaces: readonly string[]): Promise<void> {
  const missing = () => namespaces.filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  if (missing().length === 0) return;
  // so that another language has them too
  await i18next.loadNamespaces(missing());
  if (missing().length > 0) await i18next.reloadResources([language], missing());
  if (missing().length > 0) throw new ApiError({ status: 0, code: 'network_unreachable' });
}

function namespacesOf(namespaces: string | readonly string[] | undefined): readonly string[] {
  return typeof namespaces === 'string' ? [namespaces] : (namespaces ?? []);
}
