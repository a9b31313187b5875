/** Supported languages; the first is the default. */
export const languages = ['en', 'ko', 'pl'] as const;
export type Language = (typeof languages)[number];

/** Native names of the languages. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ko: '한국어', pl: 'Polski' };

const storageKey = 'gatewarden.language';

/** The stored choice, else the first supported language of the browser, by its tag or its base (`ko-KR`, `ko`). */
export function pickLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  for (const tag of preferred) {
    const base = tag.toLowerCase().split('-')[0];
    const known = [tag.toLowerCase(), base].find(isLanguage);
    if (known) return known;
  }
  return languages[0];
}

/** Choice stored in this browser; null without one or without storage. */
export function storedLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage the choice is lost on reload.
  }
}

function isLanguage(tag: string | null | undefined): tag is Language {
  return (languages as readonly (string | null | undefined)[]).includes(tag);
}
