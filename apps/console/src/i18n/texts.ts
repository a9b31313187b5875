import { find, type TextTree, translate } from './translate.ts';

type LoadTexts = (language: string, namespace: string) => Promise<TextTree>;
type Translate = (key: string, options?: Parameters<typeof translate>[3]) => string;

const defaultNamespace = 'common';

const loaded = new Map<string, TextTree>();
const loading = new Map<string, Promise<void>>();
const namespaces = new Set<string>();
const listeners = new Set<() => void>();
const translators = new Map<string, Translate>();
let language = '';
let load: LoadTexts = async () => ({});

/**
 * The part of i18next that the console uses, at a tenth of its size: the build and the tests import this in its place
 * (vite.config.ts), the types are those of i18next.
 */
export const texts = {
  /** The current language; empty before `start`. */
  get language() {
    return language;
  },
  /** Translates outside of components, in the current language; other namespaces than `common` are named: `users:title`. */
  t: ((key, options) => translatorFor([defaultNamespace])(key, options)) satisfies Translate,
  /** The text or group of texts as in the file; undefined if there is none. */
  getResource: (of: string, namespace: string, path: string) => find(loaded.get(`${of}/${namespace}`), path),
  /** Sets the language, and where texts come from. Texts that cannot be fetched now appear as their keys. */
  async start(first: string, source: LoadTexts, initial: readonly string[]): Promise<void> {
    load = async (of, namespace) => (await source(of, namespace).catch(() => undefined)) ?? {};
    await switchTo(first, initial);
    load = source;
  },
  /** Resolves when the texts have loaded in the current language. @throws if they cannot be fetched; the next call retries */
  async loadNamespaces(wanted: readonly string[]): Promise<void> {
    for (const namespace of wanted) namespaces.add(namespace);
    await Promise.all(wanted.map((namespace) => fetchTexts(language, namespace)));
  },
  /** Loads in the other language what is loaded in this one, and then switches. */
  changeLanguage: (next: string) => switchTo(next, []),
};

async function switchTo(next: string, initial: readonly string[]): Promise<void> {
  for (const namespace of initial) namespaces.add(namespace);
  await Promise.all([...namespaces].map((namespace) => fetchTexts(next, namespace)));
  language = next;
  for (const listener of listeners) listener();
}

const requests = new Map<string, Promise<void> & { status?: 'fulfilled' }>();
/** A render that follows a failure must get the same failure, or it would request the texts without end. */
const failureMilliseconds = 1_000;

/** For `use`, which needs the same promise in each render: fulfilled when the texts are there, without waiting if they are. */
export function textsReady(wanted: readonly string[]): Promise<void> {
  const id = `${language}/${wanted.join()}`;
  const known = requests.get(id);
  if (known !== undefined) return known;
  const isLoaded = wanted.every((namespace) => loaded.has(`${language}/${namespace}`));
  const request = isLoaded
    ? Object.assign(Promise.resolve(), { status: 'fulfilled' as const })
    : texts.loadNamespaces(wanted);
  requests.set(id, request);
  request.catch(() => setTimeout(() => requests.delete(id), failureMilliseconds));
  return request;
}

/** Calls the function after each change of the language. Returns how to end that. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Translates keys of these namespaces; the same function for each call in a language. */
export function translatorFor(wanted: readonly string[]): Translate {
  const id = `${language}/${wanted.join()}`;
  const known = translators.get(id);
  if (known) return known;
  const of = language;
  const made: Translate = (key, options) => {
    const colon = key.indexOf(':');
    const [from, path] = colon < 0 ? [wanted, key] : [[key.slice(0, colon)], key.slice(colon + 1)];
    return translate(
      of,
      from.map((namespace) => loaded.get(`${of}/${namespace}`)),
      path,
      options,
    );
  };
  translators.set(id, made);
  return made;
}

function fetchTexts(of: string, namespace: string): Promise<void> {
  const id = `${of}/${namespace}`;
  const known = loading.get(id);
  if (known !== undefined) return known;
  const request = load(of, namespace).then(
    (tree) => void loaded.set(id, tree),
    (error: unknown) => {
      loading.delete(id);
      throw error;
    },
  );
  loading.set(id, request);
  return request;
}
