/** Until a page has loaded. */
const waitMilliseconds = 3_000;

/** Scrolls to the heading or field with this text, and focuses the field, as soon as the page shows it. */
export function revealText(text: string): void {
  if (reveal(text)) return;
  const observer = new MutationObserver(() => {
    if (reveal(text)) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), waitMilliseconds);
}

function reveal(text: string): boolean {
  const elements = document.querySelectorAll<HTMLElement>('main :is(label, legend, h2, h3, h4)');
  const found = [...elements].find(({ textContent }) => isLabel(textContent.trim(), text));
  if (!found) return false;
  const section = found.closest('details');
  if (section) section.open = true;
  found.scrollIntoView?.({ block: 'center' });
  if (found instanceof HTMLLabelElement) found.control?.focus({ preventScroll: true });
  return true;
}

/** Labels of optional fields say so in parentheses after the text. */
function isLabel(shown: string, text: string): boolean {
  return shown === text || (shown.startsWith(`${text} (`) && shown.endsWith(')'));
}
