import { use, useSyncExternalStore } from 'react';
import { onLanguageChange, texts, textsReady, translatorFor } from './texts.ts';

const none = ['common'];

/** Translates in the current language; suspends while the texts of the namespaces are loading. */
export function useTranslation(namespaces: string | readonly string[] = none) {
  const language = useSyncExternalStore(onLanguageChange, () => texts.language);
  const wanted = typeof namespaces === 'string' ? [namespaces] : namespaces;
  use(textsReady(wanted));
  return { t: translatorFor(wanted), i18n: texts, language };
}
