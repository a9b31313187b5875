import { loadCode } from './load-code.ts';

let isRequested = false;
const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;

/**
 * Loads the font for Hangul, once: its list of files is as long as the other styles, and the browser loads those whose
 * characters are shown. Until they are there, and after a failure, the font of the system is used.
 */
export function loadKoreanFont(): void {
  if (isRequested) return;
  isRequested = true;
  loadCode(() => import('../ui/theme/pretendard/pretendard.css')).catch(() => {
    isRequested = false;
  });
}

/** Loads the font if a text has Hangul: people have Korean names in consoles of every language. */
export function loadFontFor(text: string): void {
  if (!isRequested && hangul.test(text)) loadKoreanFont();
}
