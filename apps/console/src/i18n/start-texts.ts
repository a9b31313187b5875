import { type Language, pickLanguage, storedLanguage } from './language.ts';

/** What `connection.away` says, for a console whose texts could not be loaded. */
const away: Readonly<Record<Language, string>> = {
  en: 'Can’t reach the server. Trying again…',
  ko: '서버에 연결할 수 없습니다. 다시 시도하는 중…',
  pl: 'Brak połączenia z serwerem. Ponawiam próbę…',
};

/** Says below the spinner of the page, which React has not replaced yet, that the server does not answer. */
export function showStartFailure(root: HTMLElement): void {
  const boot = root.querySelector('.boot');
  if (!boot || boot.querySelector('[role="alert"]')) return;
  const language = pickLanguage(storedLanguage(), navigator.languages);
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.lang = language;
  text.textContent = away[language];
  boot.append(text);
}
