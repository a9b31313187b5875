/**
 * Copies the text to the clipboard. The clipboard API needs a secure context; on plain http the deprecated command is
 * used.
 * @throws when the browser allows neither
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
  // Inside an open dialog, because its focus trap takes the focus back from other elements.
  const parent = document.activeElement?.parentElement ?? document.body;
  const focused = document.activeElement;
  parent.append(holder);
  holder.select();
  const done = document.execCommand('copy');
  holder.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
