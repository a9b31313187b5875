/**
 * Puts the text on the clipboard. Plain http has no clipboard API (it needs a secure context), so there the browser's
 * older command does it.
 * @throws when the browser lets us do neither
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  if (!copyBySelection(text)) throw new Error('the clipboard is not accessible');
}

function copyBySelection(text: string): boolean {
  const holder = document.createElement('textarea');
  holder.value = text;
  holder.readOnly = true;
  holder.style.position = 'fixed';
  holder.style.opacity = '0';
  // Inside the open dialog, whose focus trap would take the focus back from anywhere else.
  const parent = document.activeElement?.parentElement ?? document.body;
  const focused = document.activeElement;
  parent.append(holder);
  holder.select();
  const done = document.execCommand('copy');
  holder.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
