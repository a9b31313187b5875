/** The first is what somebody gets whose languages are all unknown to us. */
export const languages = ['en', 'ko', 'pl'] as const;
export type Language = (typeof languages)[number];

/** Each in its own words, for the one who looks for it. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ko: '한국어', pl: 'Polski' };

const storageKey = 'gatewarden.language';

/** The stored choice, else the first of the browser's languages that we speak: as a whole tag, then by its base (`ko-KR`, `ko`). */
export function pickLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  for (const tag of preferred) {
    const base = tag.toLowerCase().split('-')[0];
    const known = [tag.toLowerCase(), base].find(isLanguage);
    if (known) return known;
  }
  return languages[0];
}

/** The choice made on this browser; null when there is none or the browser keeps nothing. */
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
    // A browser that keeps nothing asks again next time.
  }
}

function isLanguage(tag: string | null | undefined): tag is Language {
  return (languages as readonly (string | null | undefined)[]).includes(tag);
}
